/**
 * The timeline, what is said beside it, what can be changed and the controls below come in scripts of their own, so that the page
 * around them does not wait. They are asked for before anything else is done: all travel side by side.
 */
export const picturePanel = import('./PicturePanel.tsx');
export const findingsPanel = import('./FindingsPanel.tsx');
export const transportPanel = import('../transport/Transport.tsx');
export const setupPanel = import('./SetupPanel.tsx');
