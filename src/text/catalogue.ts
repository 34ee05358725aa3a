import type { en } from './en.ts';

/** The shape of a catalogue of texts: what a second language has to bring. */
export type Catalogue = typeof en;
