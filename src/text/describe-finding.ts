import type { Micros } from '../engine/time.ts';
import type { Finding, FindingFacts } from '../engine/verdict/types.ts';
import type { Catalogue } from './catalogue.ts';
import { formatTime, type TimeFormat } from './time.ts';

/** One plain sentence about a finding, from its facts alone, with times in `format`. */
export function describeFinding(finding: Finding, text: Catalogue, format: TimeFormat): string {
  const { kind, client, facts } = finding;
  const words = text.finding;
  const at = (time: Micros) => formatTime(time, format, text.time);
  const maybe = (time: Micros | undefined) => (time === undefined ? undefined : at(time));
  const t = at(finding.t);
  const { token, otherToken } = facts;
  const other = facts.other ?? '?';
  switch (kind) {
    case 'overlapping-leases':
      return words.overlappingLeases({
        client,
        token,
        t,
        other,
        otherToken,
        expires: maybe(facts.expires),
        endedBy: pick(words.promiseEndedBy, facts.leaseEndedBy),
      });
    case 'overlapping-beliefs':
      return words.overlappingBeliefs({
        client,
        t,
        other,
        since: maybe(facts.otherAt),
        neverGranted: facts.neverGranted === true,
      });
    case 'stale-write-accepted':
    case 'stale-write-rejected':
      return staleWrite(finding, text, at);
    case 'rightful-write-rejected':
      return rightfulWrite(finding, text, at);
    case 'lost-update':
      return words.lostUpdate({
        client,
        t,
        base: facts.base ?? 0,
        version: facts.version ?? 0,
        other,
        otherAt: at(facts.otherAt ?? finding.t),
      });
    case 'wrong-release':
      return words.wrongRelease({ client, token, t, by: facts.other });
    case 'token-regression':
      return words.tokenRegression({
        client,
        token: token ?? 0,
        t,
        other,
        otherToken: otherToken ?? 0,
        otherAt: at(facts.otherAt ?? finding.t),
      });
    case 'leaked-lease':
      return words.joined(gone(finding, text, at), [stays(finding, text, at)]);
    case 'starvation':
      return words.starvation({
        client,
        wait: at(facts.otherAt ?? finding.t),
        since: at(facts.since ?? finding.t),
        other: facts.other,
        otherToken,
        noEnd: facts.leak === 'no-end',
      });
    case 'false-loss':
      return words.falseLoss({
        client,
        t,
        left: maybe(facts.leftUs),
        margin: at(facts.marginUs ?? (0 as Micros)),
      });
    case 'duplicate-work':
      return words.duplicateWork({
        client,
        unit: facts.unit ?? '?',
        t,
        other,
        otherAt: at(facts.otherAt ?? finding.t),
      });
  }
}

type At = (time: Micros) => string;

function staleWrite({ kind, unreplaced, client, t, facts }: Finding, text: Catalogue, at: At): string {
  const words = text.finding;
  const rejected = kind === 'stale-write-rejected';
  const fact = words.write({ client, token: facts.token, t: at(t), rejected });
  const because: string[] = [];
  if (rejected && facts.fence !== undefined && facts.reason !== 'no-lease') {
    because.push(words.fenceStood(facts.fence));
  }
  if (facts.neverGranted) because.push(words.neverGranted);
  if (facts.leaseEnded !== undefined) {
    const how = pick(words.endedBy, facts.leaseEndedBy) ?? words.endedBy.expires;
    because.push(words.leaseOver(at(facts.leaseEnded), how));
  }
  if (facts.grantedAgain !== undefined)
    because.push(grantedAgain(client, facts, text, at(facts.grantedAgain)));
  else if (unreplaced) because.push(facts.neverGranted ? words.nobodyYet : words.nobodySince);
  return words.joined(fact, because);
}

function grantedAgain(client: string, facts: FindingFacts, text: Catalogue, t: string): string {
  const words = text.finding;
  const other = facts.other ?? '?';
  if (other === client) return words.grantedAgain(t, facts.otherToken);
  return facts.otherHolds
    ? words.hasHeld(other, t, facts.otherToken)
    : words.wasGranted(other, t, facts.otherToken);
}

function rightfulWrite({ client, t, facts }: Finding, text: Catalogue, at: At): string {
  const words = text.finding;
  const fact = words.rightfulRejected({
    client,
    token: facts.token,
    t: at(t),
    since: at(facts.otherAt ?? t),
    expires: facts.expires === undefined ? undefined : at(facts.expires),
  });
  const why = pick(text.reason, facts.reason);
  if (facts.fence !== undefined) return words.joined(fact, [words.fenceStood(facts.fence)]);
  return words.joined(fact, why === undefined ? [] : [why]);
}

function gone({ client, t, facts }: Finding, text: Catalogue, at: At): string {
  return text.finding.leakedLease.gone[facts.gone ?? 'gave-up'](client, at(facts.since ?? t));
}

function stays({ t, facts }: Finding, text: Catalogue, at: At): string {
  const words = text.finding.leakedLease;
  const expires = facts.expires === undefined ? undefined : at(facts.expires);
  switch (facts.leak) {
    case 'renewed':
      return words.renewed(at(t), facts.other, expires);
    case 'past-its-end':
      return words.pastItsEnd(expires ?? at(t), facts.since === t ? undefined : at(t));
    default:
      return words.noEnd;
  }
}

/** Looks a word up by a name from outside; undefined if the catalogue has none. */
function pick(words: Readonly<Record<string, string>>, name: string | undefined): string | undefined {
  return name !== undefined && Object.hasOwn(words, name) ? words[name] : undefined;
}
