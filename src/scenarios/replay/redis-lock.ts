import type { Component } from '../../engine/component.ts';
import { fromMs, toMs } from '../../engine/time.ts';
import type { Json } from '../../engine/trace.ts';
import { moduleCall, type ModuleCall } from '../../machines/client/modules/lock-module.ts';
import { localRecord, runningLoops } from '../../machines/client/modules/redis-memory.ts';
import { redisModule } from '../../machines/client/modules/redis.ts';
import { CORRECTED, FLAWED } from '../../machines/client/modules/redis-policies.ts';
import { clientProcess } from '../../machines/client/process.ts';
import { redis } from '../../machines/lock-server/redis/redis.ts';
import { resourceStore } from '../../machines/resource-store/resource-store.ts';
import { storeRules } from '../../machines/resource-store/stores/registry.ts';
import { DirectWorld, type Answer } from './direct-world.ts';
import { commanded, failure, memoryOf, textOf } from './operations.ts';
import type { RecordedOperation, RecordedSequence } from './recorded-operations.ts';
import type { OperationOutcome, ReplaySession } from './session.ts';

const ERRORS: { readonly [reason: string]: string } = {
  canceled: 'ErrCanceled',
  unavailable: 'ErrRedisDown',
};

/** Rows that the recorded table has at its start. */
const ROWS: readonly string[] = ['row1', 'row2'];

/** The Redis lock module in its processes, the Redis, and the table with its fence. Times in ms. */
export function redisLockSession(sequence: RecordedSequence): ReplaySession {
  const flawed = sequence.config['variant'] === 'flawed';
  const world = new DirectWorld(componentsOf(sequence, flawed));
  let drawn = 0;

  const command = (operation: RecordedOperation, call: ModuleCall): Answer =>
    world.askAndWait(processOf(operation), {
      type: 'command',
      worker: workerOf(operation),
      call: call as unknown as Json,
    });
  const acquire = (
    operation: RecordedOperation,
    mode: ModuleCall['mode'],
    onTimeout: ModuleCall['onTimeout'] = 'error',
  ): { answer: Answer; waited: number } => {
    const before = world.now;
    const call = { ...callOf(operation, 'acquire', mode, `tok-${String(drawn + 1)}`), onTimeout };
    const drawnBefore = drawnBy(world, processOf(operation));
    const answer = command(operation, call);
    // A call that the re-entrant record answers draws no token.
    if (drawnBy(world, processOf(operation)) > drawnBefore) drawn += 1;
    return { answer, waited: toMs((world.now - before) as typeof before) };
  };

  const perform = (operation: RecordedOperation): OperationOutcome => {
    const key = textOf(operation['key']);
    const process = processOf(operation);
    switch (operation.op) {
      case 'advance':
        world.advance(fromMs(Number(operation['by'])));
        return { result: { now: toMs(world.now) } };
      case 'lock': {
        const { answer, waited } = acquire(operation, 'block');
        return failure(answer, ERRORS) ?? { result: { ok: answer['kind'] === 'granted', waited } };
      }
      case 'trylock': {
        const { answer } = acquire(operation, 'once');
        return failure(answer, ERRORS) ?? { result: { ok: answer['kind'] === 'granted' } };
      }
      case 'adapter_lock': {
        const { answer, waited } = acquire(operation, 'block', flawed ? 'taken-for-success' : 'error');
        return failure(answer, { ...ERRORS, timeout: 'ErrLockAcquireTimeout' }) ?? { result: { waited } };
      }
      case 'unlock':
        return (
          failure(command(operation, callOf(operation, 'release', 'once', null)), ERRORS) ?? { result: {} }
        );
      case 'cancel':
        world.tell(process, { type: 'context.end', key });
        return { result: {} };
      case 'stall':
        world.tell(process, { type: 'stall' });
        return { result: {} };
      case 'resume':
        world.tell(process, { type: 'unstall' });
        world.advance(0);
        return { result: {} };
      case 'kill':
        world.strike(process, { type: 'crash' });
        world.strike(process, { type: 'restart', data: 'lost' });
        return { result: {} };
      case 'get':
        return { result: keyResult(world, key) };
      case 'local': {
        const { held, count } = localRecord(memoryOf(world, process), key);
        return { result: { held, count } };
      }
      case 'watchdogs':
        return { result: { count: runningLoops(memoryOf(world, process)) } };
      case 'fence': {
        const answer = command(operation, callOf(operation, 'fence', 'once', null));
        return failure(answer, ERRORS) ?? { result: { token: answer['value'] } };
      }
      case 'redis_down':
      case 'redis_up': {
        const isDown = operation.op === 'redis_down';
        const wasDown = world.cell('redis').refusing !== undefined;
        if (isDown !== wasDown) world.strike('redis', { type: isDown ? 'refuse' : 'serve' });
        return { result: {} };
      }
      case 'sql':
        return update(world, operation);
      case 'sql_get':
        return rowResult(world, operation);
      default:
        return { error: `unknown operation "${operation.op}"` };
    }
  };
  return { clock: () => toMs(world.now), perform };
}

/** The conditional update: a row is a record with its own fence, and the rule is that of `fence_token < t`. */
function update(world: DirectWorld, operation: RecordedOperation): OperationOutcome {
  const row = `row${String(operation['id'])}`;
  if (!ROWS.includes(row)) return { error: 'ErrStaleWrite' };
  const token = Number(operation['token']);
  const add = Number(operation['delta']);
  const answer = world.ask('table', {
    type: 'write',
    key: row,
    record: row,
    value: '',
    add,
    token,
    base: null,
  });
  return answer['type'] === 'write.refused' ? { error: 'ErrStaleWrite' } : { result: { rows: 1 } };
}

function rowResult(world: DirectWorld, operation: RecordedOperation): OperationOutcome {
  const row = `row${String(operation['id'])}`;
  if (!ROWS.includes(row)) return { result: { found: false, used: 0, fence: 0 } };
  const used = Number(world.ask('table', { type: 'read', key: row, record: row })['value']);
  const { fences } = memoryOf(world, 'table') as {
    readonly fences: { readonly [key: string]: { readonly highest: number } };
  };
  return { result: { found: true, used, fence: fences[row]?.highest ?? 0 } };
}

function callOf(
  operation: RecordedOperation,
  op: ModuleCall['op'],
  mode: ModuleCall['mode'],
  proof: string | null,
): ModuleCall {
  const retryMs = Number(operation['retry'] ?? 0);
  return moduleCall({
    op,
    key: textOf(operation['key']),
    ttlUs: fromMs(Number(operation['ttl'] ?? 0)),
    mode,
    timeoutUs: mode === 'block' ? fromMs(Number(operation['timeout'] ?? 0)) : null,
    retryUs: fromMs(retryMs <= 0 ? 100 : retryMs),
    reentrant: operation['reentrant'] === true,
    ended: operation['ctx'] === 'canceled',
    proof,
  });
}

/** What the server holds of a key. It is looked at from outside, so it answers even when it refuses commands. */
function keyResult(world: DirectWorld, key: string): { readonly [field: string]: unknown } {
  const { keys } = memoryOf(world, 'redis') as {
    readonly keys: { readonly [key: string]: { readonly value: string } };
  };
  const state = keys[key];
  if (state === undefined) return { found: false, token: '', ttl: 0 };
  const deadline = world
    .cell('redis')
    .pending.find((item) => item.kind === 'deadline' && item.id === `key:${key}`);
  const leftUs = deadline === undefined ? 0 : deadline.due - world.now;
  return { found: true, token: state.value, ttl: toMs(leftUs as typeof world.now) };
}

function drawnBy(world: DirectWorld, process: string): number {
  return (memoryOf(world, process) as { readonly drawn: number }).drawn;
}

function processOf(operation: RecordedOperation): string {
  return `process-${textOf(operation['proc'])}`;
}

function workerOf(operation: RecordedOperation): string {
  return `g${String(Number(operation['go'] ?? 0))}`;
}

function componentsOf(sequence: RecordedSequence, flawed: boolean): readonly Component[] {
  const workers = new Map<string, Set<string>>();
  const keys = new Set<string>();
  for (const operation of sequence.ops) {
    if (typeof operation['key'] === 'string') keys.add(operation['key']);
    if (typeof operation['proc'] !== 'string') continue;
    const process = processOf(operation);
    workers.set(process, (workers.get(process) ?? new Set()).add(workerOf(operation)));
  }
  const module = redisModule('redis', flawed ? FLAWED : CORRECTED);
  return [
    ...[...workers].map(([id, ids]) => clientProcess({ id, module, workers: [...ids].map(commanded) })),
    redis({ id: 'redis', keys: [...keys].toSorted() }),
    resourceStore({
      id: 'table',
      rule: storeRules['strictly-fenced'],
      lockService: 'redis',
      initial: Object.fromEntries(ROWS.map((row) => [row, '0'])),
      fences: Object.fromEntries(ROWS.map((row) => [row, 0])),
    }),
  ];
}
