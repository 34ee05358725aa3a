import type { Json } from '../../engine/trace.ts';
import { processOf } from '../../scenarios/build/clients.ts';
import { faultsOf, MOST_EDITS, type Edits } from '../../scenarios/edits.ts';
import type { MapDraw } from '../../scenarios/map/map-spec.ts';
import { resolveBody } from '../../scenarios/scenario.ts';
import type { Subject } from './subject.ts';

/** The pause that is added until somebody changes it, in milliseconds. */
const AT_MS = 1000;
const FOR_MS = 5000;

/** A pause for a scenario that has none: whom it strikes, the edits with it, and what is drawn of it. */
export interface AddedPause {
  readonly node: string;
  readonly edits: Edits;
  readonly draws: readonly MapDraw[];
}

/** A pause of the first client's process; null where somebody is paused already, or none can be added. */
export function pauseToAdd({ scenario, configuration, values, edits, one }: Subject): AddedPause | null {
  const faults = faultsOf(one.scenario.document);
  const isPause = (fault: Json): boolean => (fault as { readonly kind?: Json }).kind === 'pause';
  if (faults.some(isPause) || edits.added.length >= MOST_EDITS) return null;
  const body = resolveBody(scenario, configuration, values, edits);
  if (!body.ok) return null;
  const [client] = body.value.clients;
  if (client === undefined) return null;
  const node = processOf(body.value, client.id);
  const horizon = body.value.horizon ?? Infinity;
  const at = Math.min(AT_MS, Math.floor(horizon / 4));
  const length = Math.min(FOR_MS, Math.floor(horizon / 2));
  const added = { ...edits, added: [...edits.added, { kind: 'pause', node, at, for: length }] };
  if (!resolveBody(scenario, configuration, values, added).ok) return null;
  const place = `/faults/${String(faults.length)}`;
  return {
    node,
    edits: added,
    draws: [
      { target: `${place}/for`, from: { kind: 'exponential', mean: length } },
      { target: `${place}/at`, from: { kind: 'uniform', from: 0, to: Math.min(2 * FOR_MS, horizon) } },
    ],
  };
}
