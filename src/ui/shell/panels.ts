/**
 * The timeline, and what is said beside it, come in scripts of their own, so that the page around them does
 * not wait. They are asked for before anything else is done: all travel side by side.
 */
export const picturePanel = import('./PicturePanel.tsx');
export const findingsPanel = import('./FindingsPanel.tsx');
