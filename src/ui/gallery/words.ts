import { galleryText } from '../../text/gallery.ts';

/** The words of this folder. */
export const text = galleryText;
