import { proveText } from '../../text/prove.ts';

/** The words of this folder. */
export const text = proveText;
