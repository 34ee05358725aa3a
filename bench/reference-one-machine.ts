import type { setup as xstateSetup } from 'xstate';

/** Context of the reference model written as a single machine, for XState's own graph exploration. */
interface Context {
  readonly holder: number;
  readonly left: number;
  readonly last: number;
  readonly clients: readonly Client[];
  readonly msgs: readonly number[];
  readonly hi: number;
}

interface Client {
  readonly pc: 'idle' | 'hold' | 'ready';
  readonly tok: number;
  readonly paused: boolean;
}

type Event = { readonly type: string; readonly of: number };

/** The fenced reference model as one XState machine, with the events that may be tried. */
export function referenceAsOneMachine(
  setup: typeof xstateSetup,
  { tokens: T, lease: L }: { readonly tokens: number; readonly lease: number },
) {
  const types = { context: {} as Context, events: {} as Event };
  const machines = setup({ types });
  interface Args {
    readonly context: Context;
    readonly event: Event;
  }
  const me = ({ context, event }: Args): Client =>
    context.clients[event.of - 1] ?? { pc: 'idle', tok: 0, paused: true };
  const withMe = (args: Args, client: Partial<Client>): readonly Client[] =>
    args.context.clients.with(args.event.of - 1, { ...me(args), ...client });
  const runs = (args: Args, pc: Client['pc']): boolean => me(args).pc === pc && !me(args).paused;
  const rule = (guard: (args: Args) => boolean, change: (args: Args) => Partial<Context>) => ({
    guard,
    actions: machines.assign(change),
  });

  const logic = machines.createMachine({
    context: {
      holder: 0,
      left: 0,
      last: 0,
      clients: [
        { pc: 'idle', tok: 0, paused: false },
        { pc: 'idle', tok: 0, paused: false },
      ],
      msgs: [],
      hi: 0,
    },
    on: {
      acquire: rule(
        (args) => runs(args, 'idle') && args.context.holder === 0 && args.context.last < T,
        (args) => {
          const last = args.context.last + 1;
          return { last, holder: args.event.of, left: L, clients: withMe(args, { pc: 'hold', tok: last }) };
        },
      ),
      check: rule(
        (args) => runs(args, 'hold'),
        (args) => ({
          clients: withMe(
            args,
            args.context.holder === args.event.of ? { pc: 'ready' } : { pc: 'idle', tok: 0 },
          ),
        }),
      ),
      send: rule(
        (args) => runs(args, 'ready'),
        (args) => ({
          clients: withMe(args, { pc: 'hold' }),
          msgs: [...new Set([...args.context.msgs, me(args).tok])].toSorted((a, b) => a - b),
        }),
      ),
      renew: rule(
        (args) => runs(args, 'hold') && args.context.holder === args.event.of && args.context.left < L,
        () => ({ left: L }),
      ),
      pause: rule(
        (args) => me(args).pc !== 'idle' && !me(args).paused,
        (args) => ({ clients: withMe(args, { paused: true }) }),
      ),
      resume: rule(
        (args) => me(args).paused,
        (args) => ({ clients: withMe(args, { paused: false }) }),
      ),
      deliver: rule(
        ({ context, event }) => context.msgs.includes(event.of),
        ({ context, event }) => ({
          msgs: context.msgs.filter((token) => token !== event.of),
          hi: Math.max(context.hi, event.of),
        }),
      ),
      tick: rule(
        ({ context }) =>
          context.left > 0 && !context.clients.some(({ pc, paused }) => pc === 'ready' && !paused),
        ({ context }) => ({ left: context.left - 1, holder: context.left === 1 ? 0 : context.holder }),
      ),
    },
  });
  const events: Event[] = [
    ...['acquire', 'check', 'send', 'renew', 'pause', 'resume'].flatMap((type) => [
      { type, of: 1 },
      { type, of: 2 },
    ]),
    ...Array.from({ length: T }, (_, index) => ({ type: 'deliver', of: index + 1 })),
    { type: 'tick', of: 0 },
  ];
  return { logic, events };
}
