import { storeRules } from '../machines/resource-store/stores/registry.ts';
import { rulesOf } from './build/stores.ts';
import type { InstructionDocument } from './client-extras/instructions.ts';
import type { PlacedStep } from './documents/steps.ts';
import type { StoreDocument } from './documents/store.ts';
import type { ScenarioBody } from './schema.ts';
import { serviceKind } from './services/registry.ts';

type Tell = (where: string, what: string) => void;
type WriteDocument = Extract<InstructionDocument, { op: 'write' }>;

/** What every store does, whatever its document adds. */
const OPERATIONS = ['write', 'add', 'delete'] as const;

/** What does not fit in the stores of a document, and between them and the service. */
export function checkStores({ service, stores, caches, clients }: ScenarioBody, tell: Tell): void {
  const { grantsTokens, hasRecord = true } = serviceKind(service.kind);
  stores.forEach((store, index) => {
    const path = `stores.${String(index)}`;
    const rules = rulesOf(store).map((kind) => storeRules[kind]);
    const named = [
      [`${path}.kind`, store.kind] as const,
      ...Object.entries(store.operations).map(([op, kind]) => [`${path}.operations.${op}`, kind] as const),
    ];
    const raised = named.filter(([, kind]) => storeRules[kind].raisedByGrant);
    if (!hasRecord) {
      for (const [where, kind] of named.filter(([, one]) => storeRules[one].readsLease))
        tell(where, `"${kind}" looks at the lock service's record, and "${service.kind}" has none`);
    }
    if (grantsTokens === false) {
      for (const [where, kind] of raised)
        tell(where, `"${kind}" needs grants that carry a token, which those of "${service.kind}" do not`);
    } else if (grantsTokens === 'where-asked' && !clients.every(isGrantedTokens)) {
      for (const [where, kind] of raised)
        tell(
          where,
          `"${kind}" needs grants that carry a token: the standard lock with "token": "grant" at every client`,
        );
    }
    if (store.raise !== undefined && raised.length === 0)
      tell(`${path}.raise`, `grants do not raise a fence that is "${store.kind}"`);
    if (store.steps.kind === 'check-then-apply' && rules.every(({ kind }) => kind === 'naive'))
      tell(`${path}.steps.kind`, 'a "naive" store has nothing to check before it writes');
    if (store.steps.kind === 'apply-then-fence' && rules.every(({ raisedByWrite }) => !raisedByWrite))
      tell(`${path}.steps.kind`, `"${store.kind}" writes no fence in a second statement`);
    for (const operation of Object.keys((store.steps.kind === 'one' ? undefined : store.steps.gaps) ?? {}))
      checkKnown(store, operation, `${path}.steps.gaps.${operation}`, tell);
  });
  caches.forEach(({ of }, index) => {
    if (of === undefined || stores.some(({ id }) => id === of)) return;
    const known = stores.map(({ id }) => id).join(', ');
    tell(`caches.${String(index)}.of`, `"${of}" is not a store; it must be one of ${known}`);
  });
}

/** Whether a client's lock asks for a token with each grant. */
function isGrantedTokens({ policies: { lock } }: ScenarioBody['clients'][number]): boolean {
  return lock !== undefined && 'token' in lock && lock.token === 'grant';
}

/** What a client asks of stores and caches: that they are there, and have the operation. */
export function checkRequests(
  { stores, caches }: ScenarioBody,
  steps: readonly PlacedStep[],
  tell: Tell,
): void {
  const known = [...stores, ...caches].map(({ id }) => id);
  for (const [step, where] of steps) {
    if (step.op !== 'read' && step.op !== 'write') continue;
    if (caches.some(({ id }) => id === step.store)) {
      if (step.op === 'write') checkClearing(step, where, tell);
      continue;
    }
    const store = stores.find(({ id }) => id === (step.store ?? known[0]));
    if (store === undefined)
      tell(`${where}.store`, `"${String(step.store)}" is not a store; it must be one of ${known.join(', ')}`);
    else if (step.op === 'write') checkOperation(store, step, where, tell);
  }
}

/** A cache is cleared, and nothing else is written to it. */
function checkClearing(step: WriteDocument, where: string, tell: Tell): void {
  if (step.operation !== 'clear')
    tell(`${where}.operation`, `"${String(step.store)}" is a cache; it must be "clear"`);
  else if (step.add !== undefined || step.value !== '')
    tell(`${where}.operation`, '"clear" takes neither "value" nor "add"');
}

function checkKnown(store: StoreDocument, operation: string, where: string, tell: Tell): void {
  const known = [...new Set([...OPERATIONS, ...Object.keys(store.operations)])];
  if (known.includes(operation)) return;
  tell(where, `"${operation}" is not an operation of "${store.id}"; it must be one of ${known.join(', ')}`);
}

function checkOperation(store: StoreDocument, step: WriteDocument, where: string, tell: Tell): void {
  const operation = step.operation ?? (step.add === undefined ? 'write' : 'add');
  checkKnown(store, operation, `${where}.operation`, tell);
  if (operation === 'add' && step.add === undefined)
    tell(`${where}.operation`, '"add" needs a difference in "add"');
  if (operation === 'write' && step.add !== undefined)
    tell(`${where}.operation`, '"write" sets a value and takes no "add"');
  if (operation === 'delete' && (step.add !== undefined || step.value !== ''))
    tell(`${where}.operation`, '"delete" takes neither "value" nor "add"');
  if (step.add !== undefined && (store.operations[operation] ?? store.kind) === 'compare-and-set')
    tell(`${where}.add`, 'a difference is computed from no version, which "compare-and-set" compares');
}
