import type { Catalogue } from '../text/catalogue.ts';
import { en } from '../text/en.ts';

/** The words of the page: the one place where its language is chosen. */
export const text: Catalogue = en;
