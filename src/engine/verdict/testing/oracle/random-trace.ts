import { randomSequence } from '../../../random.ts';
import type { Entry } from '../../../trace.ts';
import type { Line } from '../trace-of.ts';

const KINDS = [
  'grant',
  'grant',
  'grant',
  'renew',
  'expire',
  'release',
  'revoke',
  'steal',
  'forget',
  'believe',
  'believe',
  'write',
  'write',
  'write',
  'read',
  'wait',
  'abandon',
  'work',
  'pause',
  'crash',
  'restart',
] as const;

/** Long lives of leases, in which they come back by their tokens. */
const OF_LEASES = [
  'grant',
  'grant',
  'renew',
  'renew',
  'expire',
  'expire',
  'revoke',
  'crash',
  'write',
] as const;

/** Long stories of who believes what. */
const OF_BELIEFS = [
  'grant',
  'grant',
  'renew',
  'release',
  'believe',
  'believe',
  'believe',
  'believe',
] as const;

/**
 * The lines of a small trace of this seed, in the style of a recorded log: few clients and keys, few times with many
 * ties, and no sense of what a service would do. Some begin in the middle, some carry their grants in messages.
 */
export function randomLines(seed: number): readonly Line[] {
  const random = randomSequence(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(...choices: readonly T[]): T => {
    const picked = choices[below(choices.length)];
    if (picked === undefined) throw new Error('there is nothing to pick from');
    return picked;
  };
  const chance = (share: number) => random() < share;

  const clients = pick(['A'], ['A', 'B'], ['A', 'B', 'C']);
  const keys = chance(0.7) ? [{}] : [{}, { key: 'other' }];
  const withTokens = chance(0.8);
  const style = pick('leases', 'beliefs', 'any', 'any', 'any', 'any', 'any', 'any');
  const namesTokens = style === 'leases' || chance(0.3);
  const withMessages = chance(0.3);
  const share = pick(0.3, 0.6, 1);
  const chosen = KINDS.filter(() => chance(share));
  const any = chosen.length > 2 ? chosen : KINDS;
  const kinds = { leases: OF_LEASES, beliefs: OF_BELIEFS, any }[style];
  const length = 2 + below(14);

  const lines: Line[] = [];
  const travelling: { readonly message: string; readonly client: string; readonly cause: number }[] = [];
  const writing: Line[] = [];
  let t = 0;
  while (lines.length < length) {
    t += pick(0, 0, 1, 1, 2);
    const written = chance(0.4) ? writing.shift() : undefined;
    if (written !== undefined) {
      lines.push({ ...written, t });
      continue;
    }
    const arrived = chance(0.4) ? travelling.shift() : undefined;
    if (arrived !== undefined) {
      const { message, client, cause } = arrived;
      const ev = pick('believe', 'deliver', 'deliver', 'lose');
      lines.push({
        t,
        ev,
        client,
        actor: client,
        message,
        cause,
        ...(ev === 'believe' ? { held: true } : {}),
      });
      continue;
    }
    const client = pick(...clients);
    const line = ordinary(pick(...kinds), client, t);
    if (line.ev === 'write' && withMessages && chance(0.5)) {
      // It is on its way for a while.
      lines.push({ t, ev: 'send', actor: client, to: 'store', message: `${client}>store` });
      writing.push({ ...line, cause: lines.length - 1 });
      continue;
    }
    lines.push(line);
    if (line.ev !== 'grant' || !withMessages || !chance(0.7)) continue;
    const cause = lines.length;
    const message = `lock>${client}#${String(cause)}`;
    lines.push({ t, ev: 'send', actor: 'lock', to: client, message, cause: cause - 1 });
    travelling.push({ message, client, cause });
  }
  return lines;

  function ordinary(ev: Entry['ev'], client: string, now: number): Line {
    const line = { t: now, ev, client, ...pick(...keys) };
    const token = withTokens && chance(0.85) ? { token: below(4) } : {};
    const named = namesTokens && chance(0.5) ? token : {};
    const expires = chance(0.85) ? { expires: now + pick(0, 1, 2, 3, 5, 8) } : {};
    switch (ev) {
      case 'grant':
        return { ...line, ...token, ...expires, actor: chance(0.2) ? client : 'lock' };
      case 'renew':
        return {
          ...line,
          ...named,
          ...expires,
          ...(chance(0.3) ? { by: pick(...clients) } : {}),
          ...(chance(0.2) ? { sent: Math.max(0, now - below(4)) } : {}),
        };
      case 'expire':
      case 'forget':
        return { ...line, ...named };
      case 'release':
      case 'revoke':
      case 'steal':
        return { ...line, ...named, ...(chance(0.4) ? { by: pick(...clients) } : {}) };
      case 'believe':
        return {
          ...line,
          held: chance(0.6),
          ...(chance(0.8) ? { margin: pick(0, 0, 1) } : {}),
          ...(chance(0.3) ? { reason: pick('released', 'finished', 'crashed', 'told') } : {}),
        };
      case 'write':
        return {
          ...line,
          ...token,
          outcome: pick('accepted', 'accepted', 'rejected'),
          ...(chance(0.3) ? { base: below(3) } : {}),
          ...(chance(0.3) ? { sent: Math.max(0, now - below(4)) } : {}),
          ...(chance(0.2) ? { record: 'other' } : {}),
        };
      case 'read':
        return { ...line, base: below(3) };
      case 'work':
        return { ...line, unit: pick('u', 'u', 'v'), phase: pick('start', 'end', 'end') };
      default:
        return line;
    }
  }
}

/** The lines without some of them, and the fields of the rest without some; causes point where they did. */
export function* smaller(lines: readonly Line[]): Generator<readonly Line[]> {
  for (let gone = 0; gone < lines.length; gone += 1) {
    yield lines
      .filter((_line, index) => index !== gone)
      .map((line) => {
        const { cause } = line;
        if (cause === undefined || cause === null || cause < gone) return line;
        return { ...line, cause: cause === gone ? null : cause - 1 };
      });
  }
  for (const [index, line] of lines.entries()) {
    for (const field of [
      'token',
      'expires',
      'key',
      'by',
      'base',
      'sent',
      'record',
      'margin',
      'message',
    ] as const) {
      if (line[field] === undefined) continue;
      const { [field]: _dropped, ...rest } = line;
      yield lines.with(index, rest);
    }
  }
}
