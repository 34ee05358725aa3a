import { authoritative } from './authoritative.ts';
import { checkThenWrite, checkThenWriteMisparsed } from './check-then-write.ts';
import { compareAndSet } from './compare-and-set.ts';
import { conditionalUpdate } from './conditional-update.ts';
import { epochSink } from './epoch-sink.ts';
import { fencedAtTakeover } from './fenced-at-takeover.ts';
import { fenced } from './fenced.ts';
import { naive } from './naive.ts';
import type { StoreKind, StoreRule } from './rule.ts';
import { strictlyFenced } from './strictly-fenced.ts';

/** Every kind of store by its name. A new kind is one file beside this one and one line here. */
export const storeRules: Readonly<Record<StoreKind, StoreRule>> = {
  naive,
  fenced,
  'strictly-fenced': strictlyFenced,
  'conditional-update': conditionalUpdate,
  'fenced-at-takeover': fencedAtTakeover,
  authoritative,
  'epoch-sink': epochSink,
  'check-then-write': checkThenWrite,
  'check-then-write-misparsed': checkThenWriteMisparsed,
  'compare-and-set': compareAndSet,
};
