import { firstWorld, intervene } from '../../../engine/apply.ts';
import type { Component, MachineEvent } from '../../../engine/component.ts';
import { NO_FAULTS } from '../../../engine/faults.ts';
import type { Model } from '../../../engine/model.ts';
import { playUntil } from '../../../engine/play.ts';
import { fromMs, ZERO } from '../../../engine/time.ts';
import type { Entry } from '../../../engine/trace.ts';
import type { World } from '../../../engine/world.ts';
import { client } from '../../client/client.ts';
import { resourceStore } from '../../resource-store/resource-store.ts';
import { storeRules } from '../../resource-store/stores/registry.ts';
import type { StoreKind } from '../../resource-store/stores/rule.ts';

/** A service that A and B ask by hand, with a store beside it; requests take no time. */
export class Hand {
  private readonly model: Model;
  private readonly service: string;
  private world: World;

  constructor(service: Component, store: StoreKind = 'authoritative') {
    this.service = service.id;
    const silent = (id: string): Component =>
      client({
        id,
        lockService: service.id,
        startUs: 0,
        script: [],
        acquire: { kind: 'once', goesOn: false },
        renewal: { kind: 'none' },
      });
    this.model = {
      components: [
        silent('A'),
        silent('B'),
        service,
        resourceStore({ id: 'store', rule: storeRules[store], lockService: service.id, initial: {} }),
      ],
      seed: 0,
      latency: () => ({ baseUs: ZERO, jitterUs: ZERO }),
      timedFaults: [],
      messageFaults: [],
      budget: NO_FAULTS,
      horizon: fromMs(1e9),
    };
    this.world = firstWorld(this.model).world;
  }

  /** What is answered, and the other entries that it led to, a word each. */
  ask(from: string, body: MachineEvent): { readonly answer: MachineEvent; readonly told: readonly string[] } {
    const entries = this.take({ kind: 'message', from, to: this.service, body: { client: from, ...body } });
    const answer = entries.find(({ ev, to }) => ev === 'send' && to === from)?.body as MachineEvent;
    return { answer, told: wordsOf(entries) };
  }

  /** What the service sends to anybody on a request: to whom, and the body's type and reason. */
  sentOn(from: string, body: MachineEvent): readonly string[] {
    return sendsOf(
      this.take({ kind: 'message', from, to: this.service, body: { client: from, ...body } }),
    ).map((line) => line.slice(line.indexOf(' ') + 1));
  }

  /** Whether the store takes a write of A. */
  write(token: number | null): unknown {
    const body = { type: 'write', key: 'lock', record: 'r', value: 'v', token, base: null, client: 'A' };
    return this.take({ kind: 'message', from: 'A', to: 'store', body }).find(({ ev }) => ev === 'write')
      ?.outcome;
  }

  strike(event: MachineEvent): readonly string[] {
    return wordsOf(this.take({ kind: 'fault', node: this.service, event }));
  }

  until(ms: number): readonly string[] {
    return wordsOf(this.playedUntil(ms));
  }

  /** What the service sends to anybody until then: milliseconds, to whom, and the body's type and reason. */
  sentUntil(ms: number): readonly string[] {
    return sendsOf(this.playedUntil(ms));
  }

  private playedUntil(ms: number): readonly Entry[] {
    const { world, entries } = playUntil(this.model, this.world, fromMs(ms));
    this.world = world;
    return entries.filter(({ actor }) => actor === this.service);
  }

  private take(intervention: Parameters<typeof intervene>[3]): readonly Entry[] {
    const { world, entries } = intervene(this.model, this.world, this.world.now, intervention);
    this.world = world;
    return entries;
  }
}

function sendsOf(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap(({ t, ev, to, body }) => {
    if (ev !== 'send') return [];
    const { type, reason } = body as { readonly type: string; readonly reason?: string };
    return [[t / 1000, to, type, reason].filter((part) => part !== undefined).join(' ')];
  });
}

function wordsOf(entries: readonly Entry[]): readonly string[] {
  return entries
    .filter(({ ev }) => !['send', 'deliver'].includes(ev))
    .map(({ ev, client: whose, token, by, fence }) =>
      [ev, whose, token, by, fence].filter((part) => part !== undefined).join(' '),
    );
}
