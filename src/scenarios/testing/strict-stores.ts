import type { Micros } from '../../engine/time.ts';
import type { Trace } from '../../engine/trace.ts';
import { judge } from '../../engine/verdict/judge.ts';
import type { Finding } from '../../engine/verdict/types.ts';
import type { StoreKind } from '../../machines/resource-store/stores/rule.ts';
import type { ScenarioBody } from '../schema.ts';

/** Stores that let no stale write pass once the key was granted again, if tokens are what they should be. */
const STRICT: ReadonlySet<StoreKind> = new Set(['authoritative', 'fenced-at-takeover']);

/**
 * The stores of a document in which every operation is fenced by the lock service's record, or by a fence that
 * rises in the step of the grant: in one step, and for the key that the writer relied on.
 */
export function strictStores({ stores }: ScenarioBody): readonly string[] {
  return stores
    .filter(({ kind, operations, steps, raise, leaseKey }) => {
      const rules = [kind, ...Object.values(operations)];
      const isAtOnce = steps.kind === 'one' && raise !== 'message' && leaseKey === undefined;
      return isAtOnce && rules.every((rule) => STRICT.has(rule));
    })
    .map(({ id }) => id);
}

/**
 * Whether a run says anything about such a store: each grant of a key carried a token above those before, each
 * write the token of a grant to its own client, and no store lost its data, fences among them.
 */
export function hasRisingOwnTokens(trace: Trace): boolean {
  const highest = new Map<string, number>();
  const own = new Set<string>();
  for (const { ev, client, key = 'lock', token, reason, actor } of trace) {
    if (ev === 'grant') {
      if (token === undefined || token <= (highest.get(key) ?? -Infinity)) return false;
      highest.set(key, token);
      own.add(`${String(client)} ${key} ${String(token)}`);
    }
    if (ev === 'write' && !own.has(`${String(client)} ${key} ${String(token)}`)) return false;
    if (ev === 'restart' && reason === 'data-lost' && trace.some((entry) => entry.store === actor))
      return false;
  }
  return true;
}

/** Stale writes that a strict store accepted although the key had been granted again, and those that it refused. */
export function staleWrites(
  body: ScenarioBody,
  trace: Trace,
  horizon: Micros,
): { readonly accepted: readonly Finding[]; readonly rejected: readonly Finding[] } {
  const strict = new Set(strictStores(body));
  const { findings } = judge(trace, { origin: 'simulated', horizon });
  const at = findings.filter(({ entry }) => strict.has(trace[entry]?.store ?? ''));
  return {
    accepted: at.filter(({ kind, unreplaced }) => kind === 'stale-write-accepted' && unreplaced !== true),
    rejected: at.filter(({ kind }) => kind === 'stale-write-rejected'),
  };
}
