import type { EntryDraft, MachineEvent, Component } from './component.ts';
import type { NewPending } from './cell.ts';
import { nameOfMessage } from './choices.ts';
import type { Scratch } from './scratch.ts';
import { readMessageId, type Pending } from './world.ts';

/** What happens to a whole component, told in each of its lanes; gives the last entry's `seq`. */
export function tellInLanes(
  scratch: Scratch,
  node: string,
  draft: EntryDraft,
  cause: number | null,
  ofClients = false,
): number {
  const [first = node, ...others] = scratch.component(node).lanes ?? [node];
  const tell = (lane: string): number =>
    scratch.enter(node, cause, { ...draft, actor: lane, ...(ofClients ? { client: lane } : {}) });
  return others.reduce((_, lane) => tell(lane), tell(first));
}

/** A message that never arrives is told in the lane that it was for. */
export function tellLoss(
  scratch: Scratch,
  node: string,
  body: MachineEvent,
  loss: { readonly message: string; readonly reason: string },
  cause: number | null,
): void {
  scratch.enter(node, cause, { ev: 'lose', actor: laneOf(scratch.component(node), body), ...loss });
}

/** The lane that a message of a component belongs to: that of the worker who sent it or waits for it. */
export function laneOf(component: Component, body: MachineEvent): string {
  const { lanes, id } = component;
  if (lanes === undefined) return id;
  const { client, ref } = body;
  return (
    lanes.find((lane) => lane === client || (typeof ref === 'string' && ref.startsWith(`${lane}/`))) ??
    lanes[0] ??
    id
  );
}

/** A second copy of a message, told in the lane of who sent it: the message is named once for both. */
export function tellCopy(scratch: Scratch, node: string, { id, event, cause }: Pending | NewPending): void {
  const { from } = readMessageId(id);
  const actor = laneOf(scratch.component(from), event);
  scratch.enter(from, cause, { ev: 'duplicate', actor, to: node, message: nameOfMessage(node, id) });
}
