import type { Micros } from '../engine/time.ts';
import { DEFAULT_KEY } from '../engine/verdict/records.ts';
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
  const key = keyOf(finding, text);
  const other = facts.other ?? '?';
  switch (kind) {
    case 'overlapping-leases':
      return words.overlappingLeases({
        client,
        key,
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
        key,
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
        key,
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
        key,
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

function staleWrite(finding: Finding, text: Catalogue, at: At): string {
  const { kind, unreplaced, client, facts } = finding;
  const words = text.finding;
  const key = keyOf(finding, text);
  const t = at(finding.t);
  const fact =
    kind === 'stale-write-rejected'
      ? words.wasRejected(client, facts.token, t, fenceOf(facts))
      : words.wrote(client, facts.token, t);
  const because: string[] = [];
  if (facts.neverGranted) because.push(words.neverGranted(key));
  if (facts.leaseEnded !== undefined) {
    const how = pick(words.endedBy, facts.leaseEndedBy) ?? words.endedBy.expires;
    because.push(words.leaseOver(at(facts.leaseEnded), how));
  }
  if (facts.grantedAgain !== undefined) because.push(grantedAgain(finding, text, at(facts.grantedAgain)));
  else if (unreplaced) because.push(facts.neverGranted ? words.nobodyYet(key) : words.nobodySince(key));
  return words.joined(fact, because);
}

function grantedAgain(finding: Finding, text: Catalogue, t: string): string {
  const { client, facts } = finding;
  const words = text.finding;
  const key = keyOf(finding, text);
  const other = facts.other ?? '?';
  if (other === client) return words.grantedAgain(key, t, facts.otherToken);
  return facts.otherHolds
    ? words.hasHeld(other, key, t, facts.otherToken)
    : words.wasGranted(other, key, t, facts.otherToken);
}

function rightfulWrite(finding: Finding, text: Catalogue, at: At): string {
  const { client, t, facts } = finding;
  const words = text.finding;
  const expires = facts.expires === undefined ? undefined : at(facts.expires);
  const fence = fenceOf(facts);
  const rejected = words.wasRejected(client, facts.token, at(t), fence);
  const fact = words.thoughHeld(rejected, keyOf(finding, text), at(facts.otherAt ?? t), expires);
  const why = fence === undefined ? pick(text.reason, facts.reason) : undefined;
  return words.joined(fact, why === undefined ? [] : [why]);
}

/** The fence that turned a write away; undefined where something else did. */
function fenceOf({ fence, token, reason }: FindingFacts): number | undefined {
  const byFence = reason === undefined || reason === 'stale-token' || reason === 'token-not-higher';
  return byFence && fence !== undefined && token !== undefined && token <= fence ? fence : undefined;
}

/** The key by name, unless it is the one that needs none. */
function keyOf({ key }: Finding, { finding }: Catalogue): string {
  return key === DEFAULT_KEY ? finding.theKey : finding.keyNamed(key);
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
