/**
 * The timeline comes in a script of its own, so that the page around it does not wait for it. It is asked
 * for before anything else is done: the two travel side by side.
 */
export const picturePanel = import('./PicturePanel.tsx');
