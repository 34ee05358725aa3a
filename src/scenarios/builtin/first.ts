import { BrokenPromise } from '../../engine/assert.ts';
import { readScenario, type Scenario } from '../scenario.ts';
import pausedHolder from './s1/paused-holder.json';

/** Reads a document that comes with the product. One that is not good is a broken promise. */
export function readBuiltin(document: unknown): Scenario {
  const read = readScenario(document);
  if (read.ok) return read.value;
  const [first] = read.problems;
  throw new BrokenPromise(`a built-in scenario is not good: ${first?.where ?? ''} ${first?.what ?? ''}`);
}

/** The scenario that opens where nothing else is asked for. The page needs it before all others. */
export const FIRST: Scenario = readBuiltin(pausedHolder);
