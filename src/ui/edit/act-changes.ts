import type { Json } from '../../engine/trace.ts';
import { CALLING } from '../../machines/client/worker/reaction.ts';
import { allSteps } from '../../scenarios/documents/steps.ts';
import { lockDocument, lockKind } from '../../scenarios/services/registry.ts';
import { changesText as words } from '../../text/changes.ts';
import { adding, type ChangeGroup, type Setting } from './setting.ts';

const ACTS = ['acquire', 'renew', 'write', 'release'] as const;
/** Where a worker waits for an answer. */
const WAITS: ReadonlySet<string> = new Set([...CALLING, 'reading', 'writing', 'backing off', 'operating']);

/** What a client can be made to do now, beside its script; nothing for other lanes. */
export function actChanges(setting: Setting): ChangeGroup | null {
  const { body, lane, atMs } = setting;
  const client = body.clients.find(({ id }) => id === lane);
  if (client === undefined) return null;
  const steps = allSteps(client.script);
  const acquire = steps.find((step) => step.op === 'acquire');
  const write = steps.find((step) => step.op === 'write');
  const store = body.stores.find(({ id }) => id === write?.store) ?? body.stores[0];
  const key = write?.key ?? acquire?.key ?? 'lock';
  const record = write?.record ?? Object.keys(store?.records ?? {})[0] ?? 'record';
  const ttl = acquire?.ttl ?? setting.lengthMs;
  const fields: Readonly<Record<(typeof ACTS)[number], { readonly [field: string]: Json }>> = {
    acquire: { ttl },
    renew: { ttl },
    write: {
      ...(store === undefined || store === body.stores[0] ? {} : { store: store.id }),
      record,
      value: `by-hand-${lane}`,
    },
    release: {},
  };
  const always = whyNot(setting);
  const offered = offeredOf(setting, client);
  return {
    name: words.groups.client,
    changes: ACTS.map((what) => {
      const missing = what === 'write' || offered.includes(what) ? null : words.reasons.notOffered(what);
      return adding(
        setting,
        what,
        words.labels.act[what](lane),
        {
          kind: 'act',
          client: lane,
          at: atMs,
          do: what,
          ...(key === 'lock' ? {} : { key }),
          ...fields[what],
        },
        missing ?? always ?? whyNotHeld(setting, what, key),
      );
    }),
  };
}

/** Why a client can be made to do nothing now; null where it can. */
function whyNot({ lane, node, status, cell }: Setting): string | null {
  const { reasons } = words;
  if (status === 'crashed') return reasons.isDown(node);
  if (status === 'paused') return reasons.isPaused(node);
  const { value } = cell.state;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const places = value as { readonly [region: string]: Json };
  const place = places[`worker ${lane}`] ?? places['lock'];
  return typeof place === 'string' && WAITS.has(place) ? reasons.waits(lane) : null;
}

/** What a client that was never granted the key, or holds it already, need not ask for. */
function whyNotHeld(setting: Setting, what: (typeof ACTS)[number], key: string): string | null {
  const { lane, played, t } = setting;
  const believed = played.run.entries.filter(
    (entry) =>
      entry.ev === 'believe' && entry.client === lane && (entry.key ?? 'lock') === key && entry.t <= t,
  );
  if (believed.length === 0 && (what === 'renew' || what === 'release')) return words.reasons.neverHeld(lane);
  return null;
}

function offeredOf({ body }: Setting, client: Setting['body']['clients'][number]): readonly string[] {
  const { service } = body;
  const kind = lockKind(service.kind, client.policies.lock);
  return kind === undefined ? [] : kind.offer(lockDocument(kind, client.policies.lock), service).operations;
}
