import { choices, nameOfMessage, ordinaryChoice, type Choice } from '../../engine/choices.ts';
import type { Model } from '../../engine/model.ts';
import { stepOfEntry, type History } from '../../engine/play.ts';
import type { Schedule } from '../../engine/schedule.ts';
import type { Pending, World } from '../../engine/world.ts';
import { schedulerText } from '../../text/scheduler.ts';
import type { Cursor } from '../state/cursor.ts';
import { text } from '../text.ts';

/** One thing that can happen next. */
export interface Option {
  readonly choice: Choice;
  readonly words: string;
  /** What happens next by the clock. */
  readonly isOrdinary: boolean;
  /** What happens next in the run that is shown. */
  readonly isTaken: boolean;
  /** A fault that somebody may choose, and not what would happen anyway. */
  readonly isFault: boolean;
}

/** The most choices that a link holds. */
export const MOST_PICKS = 200;

/** The step of a run that a cursor stands after. */
export function stepAt(history: History, cursor: Cursor): number {
  let step = stepOfEntry(history, cursor.seq);
  if (cursor.t === null) return step;
  // What leaves no entry has happened too, if it was before that instant.
  const { steps } = history;
  for (let next = steps[step + 1]; next !== undefined && next.world.now <= cursor.t; next = steps[step + 1]) {
    if (next.world.nextSeq > cursor.seq + 1) break;
    step += 1;
  }
  return step;
}

/** Everything that can happen after a step of a run, as the engine itself has it and in its order. */
export function optionsAt(model: Model, history: History, step: number): readonly Option[] {
  const world = history.steps[step]?.world;
  if (world === undefined) return [];
  const ordinary = ordinaryChoice(model, world)?.name;
  const taken = history.steps[step + 1]?.choice?.name;
  return choices(model, world).map((choice) => ({
    choice,
    words: wordsOf(choice, world),
    isOrdinary: choice.name === ordinary,
    isTaken: choice.name === taken,
    isFault: FAULTS.has(choice.kind),
  }));
}

const FAULTS: ReadonlySet<Choice['kind']> = new Set([
  'pause',
  'resume',
  'crash',
  'restart',
  'lose',
  'duplicate',
]);

/**
 * The schedule in which something happens after a step; what was chosen for later is chosen no more, for it
 * belonged to another future. What happens by the clock needs no pick.
 */
export function scheduleWith({ picks }: Schedule, step: number, { choice, isOrdinary }: Option): Schedule {
  const before = picks.filter((pick) => pick.step <= step);
  return { picks: isOrdinary ? before : [...before, { step: step + 1, choice: choice.name }] };
}

/** The schedule without what was chosen after a step. */
export function ordinaryAfter({ picks }: Schedule, step: number): Schedule {
  return { picks: picks.filter((pick) => pick.step <= step) };
}

/** A choice in words. */
function wordsOf(choice: Choice, world: World): string {
  const words = schedulerText.choice;
  const { kind, node } = choice;
  switch (kind) {
    case 'pause':
    case 'resume':
    case 'crash':
    case 'restart':
      return words[kind](node);
    case 'event':
      return words.event(node, choice.name.slice(node.length + 1));
    default:
  }
  const wanted = kind === 'lose' || kind === 'duplicate' ? 'message' : kind;
  const item = world.cells[node]?.pending.find((one) => one.kind === wanted && one.id === choice.id);
  if (item === undefined) return choice.name;
  switch (kind) {
    case 'message': {
      const message = messageOf(node, item);
      return item.again === true ? words.again(message, node) : words.deliver(message, whatOf(item), node);
    }
    case 'lose':
    case 'duplicate':
      return words[kind](messageOf(node, item), whatOf(item));
    case 'instruction':
      return item.id.endsWith(' by hand')
        ? words.runByHand(item.id.slice(0, -' by hand'.length))
        : words.run(item.id === 'next' ? node : item.id, item.busy === true);
    case 'timer':
    case 'deadline':
      return words[kind](node, item.id.replaceAll(/[:/]/gu, ' '));
    case 'fault':
      return words.fault(node, item.id.slice(0, item.id.lastIndexOf('.')).replaceAll('-', ' '));
  }
}

function messageOf(node: string, item: Pending): string {
  const isCopy = item.id.includes('~');
  return `${nameOfMessage(node, item.id)}${isCopy ? schedulerText.choice.copy : ''}`;
}

function whatOf({ event }: Pending): string {
  const { message } = text.entry;
  return Object.hasOwn(message, event.type) ? (message[event.type] ?? event.type) : event.type;
}
