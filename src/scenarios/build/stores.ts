import type { Component } from '../../engine/component.ts';
import { fromMs } from '../../engine/time.ts';
import type { FenceRaise } from '../../machines/fence-raise.ts';
import { resourceStore } from '../../machines/resource-store/resource-store.ts';
import type { StoreSteps } from '../../machines/resource-store/store-options.ts';
import { storeRules } from '../../machines/resource-store/stores/registry.ts';
import type { StoreKind } from '../../machines/resource-store/stores/rule.ts';
import type { StoreDocument } from '../documents/store.ts';
import { remembered } from './remembered.ts';

/** A store of a document as a component. */
export function storeComponent(store: StoreDocument, lockService: string): Component {
  const { id, kind, operations, steps, records, fences, leaseKey } = store;
  const options = { id, kind, operations, steps: stepsOf(steps), lockService, records, fences, leaseKey };
  return remembered('store', options, (given) =>
    resourceStore({
      id,
      lockService,
      fences,
      initial: records,
      steps: given.steps,
      rule: storeRules[kind],
      operations: Object.fromEntries(Object.entries(operations).map(([op, rule]) => [op, storeRules[rule]])),
      ...(leaseKey === undefined ? {} : { leaseKey }),
    }),
  );
}

/** The kinds of all rules of a store: of the store and of operations that have their own. */
export function rulesOf({ kind, operations }: StoreDocument): readonly StoreKind[] {
  return [kind, ...Object.values(operations)];
}

/** The stores whose fences the grants of the lock service raise. */
export function raisesOf(stores: readonly StoreDocument[]): readonly FenceRaise[] {
  return stores
    .filter((store) => rulesOf(store).some((kind) => storeRules[kind].raisedByGrant))
    .map(({ id, raise }) => ({ store: id, by: raise ?? 'same-step' }));
}

function stepsOf(steps: StoreDocument['steps']): StoreSteps {
  if (steps.kind === 'one') return steps;
  const { kind, gap, gaps } = steps;
  const gapsUs = Object.entries(gaps ?? {}).map(([operation, ms]) => [operation, fromMs(ms)] as const);
  return { kind, gapUs: fromMs(gap), ...(gaps === undefined ? {} : { gapsUs: Object.fromEntries(gapsUs) }) };
}
