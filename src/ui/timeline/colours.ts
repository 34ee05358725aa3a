import type { Outcome } from '../../engine/verdict/types.ts';
import type { Severity } from './picture.ts';

/** How many clients have a colour of their own; the ones after them begin again. */
export const CLIENT_COLOURS = 8;

/** The class that sets `--c` to a client's colour; the muted ink for what belongs to no client. */
export function clientClass(client: number): string {
  return client < 0 ? 'tl-no-client' : `tl-client-${String(client % CLIENT_COLOURS)}`;
}

/** The class that sets `--c` to the colour of an outcome or a finding. */
export function toneClass(tone: Severity | Outcome): string {
  return `tl-tone-${tone}`;
}
