import { describe, expect, test } from 'vitest';
import './services/all-services.ts';
import { play } from '../engine/play.ts';
import type { Component, MachineEvent, MachineState, Step } from '../engine/component.ts';
import { ORDINARY } from '../engine/schedule.ts';
import { firstByXState, stepByXState } from '../machines/drive.ts';
import { buildModel } from './build.ts';
import { builtins } from './builtin/index.ts';
import { resolveBody, type Scenario } from './scenario.ts';

/** A step that was asked for in a run, and what came of it. */
interface Asked {
  readonly component: Component;
  readonly state: MachineState;
  readonly event: MachineEvent;
  readonly step: Step | null;
}

function askedIn(scenario: Scenario, configuration: string, laterSeed: number): readonly Asked[] {
  const body = resolveBody(scenario, configuration, {});
  if (!body.ok) throw new Error(JSON.stringify(body.problems));
  // Another seed makes other processes, which share their machine with those before.
  const { model } = buildModel({ ...body.value, seed: body.value.seed + laterSeed });
  const asked: Asked[] = [];
  const components = model.components.map((component) => ({
    ...component,
    step: (state: MachineState, event: MachineEvent) => {
      // Worlds share states and events: a machine that changes one it was given fails here.
      freeze(state);
      freeze(event);
      const step = component.step(state, event);
      asked.push({ component, state, event, step });
      return step;
    },
  }));
  for (const component of model.components) expect(component.initial()).toEqual(firstByXState(component));
  play({ ...model, components }, ORDINARY);
  return asked;
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(freeze);
}

describe('a course that was noted comes to what XState comes to, and changes nothing that it was given', () => {
  for (const scenario of builtins()) {
    test(`in ${scenario.id}`, () => {
      for (const { id } of scenario.configurations) {
        const asked = [0, 1].flatMap((laterSeed) => askedIn(scenario, id, laterSeed));
        expect(asked.length).toBeGreaterThan(0);
        for (const { component, state, event, step } of asked)
          expect(step).toEqual(stepByXState(component, state, event));
      }
    });
  }
});
