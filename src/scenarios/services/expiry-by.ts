import * as v from 'valibot';

/**
 * Whose clock says when a lease is over: the service's own; the service's, of an end that its holder wrote by
 * its clock; or that of whoever asks for the key, of such an end.
 */
export const expiryBy = v.picklist(
  ['server', 'writer-clock', 'challenger-clock'],
  'must be "server", "writer-clock" or "challenger-clock"',
);
