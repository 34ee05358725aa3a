import { setRate, stepClock, type Revived } from './clock.ts';
import type { EntryDraft, MachineEvent } from './component.ts';
import { demand, offer } from './react.ts';
import type { Scratch } from './scratch.ts';
import { strikeProcess } from './strike-process.ts';
import { tellInLanes } from './tell.ts';
import type { Micros } from './time.ts';
import type { Json } from './trace.ts';

/** A fault strikes a component: the engine's part and then the machine's. */
export function strike(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): void {
  switch (event.type) {
    case 'clock':
      strikeClock(scratch, node, event, cause);
      return;
    case 'fail-next': {
      const cell = scratch.cell(node);
      const when = event['when'] === 'after' ? 'after' : 'before';
      scratch.setCell(node, { ...cell, failing: { ...cell.failing, [asText(event['call'])]: when } });
      return;
    }
    case 'refuse':
    case 'serve':
      strikeService(scratch, node, event.type === 'refuse', cause);
      return;
    case 'slow':
    case 'swift':
      strikeSpeed(scratch, node, event, cause);
      return;
    case 'own':
      strikeOwn(scratch, node, event, cause);
      return;
    case 'cut':
    case 'heal':
    case 'refuse-link':
    case 'heal-link':
      strikeLink(scratch, node, event, cause);
      return;
    default:
      strikeProcess(scratch, node, event, cause);
  }
}

/** Its clock steps, or runs at another rate from now on, or both. */
function strikeClock(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): void {
  const step = typeof event['byUs'] === 'number' ? { byUs: event['byUs'] as Micros } : {};
  const rate = typeof event['ratePpm'] === 'number' ? { ratePpm: event['ratePpm'] } : {};
  let revived: readonly Revived[] = [];
  if (step.byUs !== undefined) {
    const stepped = stepClock(scratch.cell(node), step.byUs, scratch.now);
    scratch.setCell(node, stepped.cell);
    ({ revived } = stepped);
  }
  if (rate.ratePpm !== undefined) {
    scratch.setCell(node, setRate(scratch.cell(node), rate.ratePpm, scratch.now));
  }
  const seq = tellInLanes(scratch, node, { ev: 'clock', ...step, ...rate }, cause);
  for (const { id, leftUs } of revived) offer(scratch, node, { type: 'deadline.revived', id, leftUs }, seq);
}

/** It refuses as long as one fault says so. */
function strikeService(scratch: Scratch, node: string, refuses: boolean, cause: number | null): void {
  const { refusing = 0, ...cell } = scratch.cell(node);
  const faults = refusing + (refuses ? 1 : -1);
  scratch.setCell(node, faults > 0 ? { ...cell, refusing: faults } : cell);
  const isOther = refuses ? faults === 1 : faults === 0;
  if (isOther) tellInLanes(scratch, node, { ev: 'fault', op: 'refuse', ...part(refuses) }, cause);
}

/** Several faults that make it slow add up. */
function strikeSpeed(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): void {
  const isSlow = event.type === 'slow';
  const byUs = Number(event['byUs']) as Micros;
  const { slowUs = 0, ...cell } = scratch.cell(node);
  const sum = (slowUs + (isSlow ? byUs : -byUs)) as Micros;
  scratch.setCell(node, sum > 0 ? { ...cell, slowUs: sum } : cell);
  tellInLanes(scratch, node, { ev: 'fault', op: 'slow', byUs, ...part(isSlow) }, cause);
}

/** What one component sends does not arrive here: lost without a word, or its sender is told. */
function strikeLink(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): void {
  const cell = scratch.cell(node);
  const from = asText(event['from']);
  const ends = event.type === 'heal' || event.type === 'heal-link';
  const isTold = event.type === 'refuse-link' || event.type === 'heal-link';
  const before = isTold ? (cell.refused ?? []) : cell.cutFrom;
  const after = ends ? without(before, from) : [...before, from];
  scratch.setCell(node, { ...cell, ...(isTold ? { refused: after } : { cutFrom: after }) });
  if (event['shown'] !== true) return;
  const oneWay = event['oneWay'] === true ? { reason: 'one-way' } : {};
  const text = ends ? 'partition healed' : 'partition';
  tellInLanes(scratch, node, { ev: 'note', op: ends ? 'heal' : 'cut', by: from, text, ...oneWay }, cause);
}

/** Several partitions may cut one link; each ends for itself. */
function without(ids: readonly string[], id: string): readonly string[] {
  const index = ids.indexOf(id);
  return index < 0 ? ids : ids.toSpliced(index, 1);
}

/** A fault that the component alone knows; not told where its machine does not take it. */
function strikeOwn(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): void {
  const own = event['event'] as MachineEvent;
  const component = scratch.component(node);
  const { state } = scratch.cell(node);
  // A client that does not run does nothing; a service is struck whatever its process is doing.
  if (component.role === 'client' && component.status(state) !== 'running') return;
  if (component.step(state, own) === null) return;
  const { phase } = event;
  if (component.role === 'client') {
    const lane = asText(own['worker']);
    const told = { ev: 'note', op: asText(event['name']), actor: lane, client: lane } as const;
    demand(scratch, node, own, scratch.enter(node, cause, told));
    return;
  }
  const parts = phase === undefined ? {} : part(phase === 'start');
  const seq = tellInLanes(scratch, node, { ev: 'fault', op: asText(event['name']), ...parts }, cause);
  demand(scratch, node, own, seq);
}

function part(isStart: boolean): Pick<EntryDraft, 'phase'> {
  return { phase: isStart ? 'start' : 'end' };
}

function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
