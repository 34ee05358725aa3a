/** More lists than one question has draws; what was typed before those is forgotten. */
const MOST_KEPT = 24;
const DRAW = /^d,([^,]+),measured,(.*)$/u;
const NAME = /^kept[\da-z]+$/u;

/** Lists that are too long for a link, by the name that stands for them: good as long as the page is open. */
const lists = new Map<string, string>();

/**
 * A part of a text with the name of its list in place of the list. The name is made of the list alone: in another page, where
 * the list is not known, it can never stand for another one.
 */
export function withName(part: string): string {
  const [, target, list] = DRAW.exec(part) ?? [];
  if (target === undefined || list === undefined || NAME.test(list)) return part;
  const name = `kept${hashOf(list)}`;
  lists.delete(name);
  lists.set(name, list);
  for (const oldest of lists.keys()) {
    if (lists.size <= MOST_KEPT) break;
    lists.delete(oldest);
  }
  return `d,${target},measured,${name}`;
}

/** The list that a name stands for; undefined: none that is known here. */
export function keptList(name: string): string | undefined {
  return lists.get(name);
}

/** A text without the draws whose lists are not known here, and what these draws were of. */
export function withoutLost(text: string): { readonly text: string; readonly lost: readonly string[] } {
  const lost: string[] = [];
  const parts = text.split('~').filter((part) => {
    const [, target, name] = DRAW.exec(part) ?? [];
    if (target === undefined || name === undefined || !NAME.test(name) || lists.has(name)) return true;
    lost.push(target);
    return false;
  });
  return { text: parts.join('~'), lost };
}

/** Whether a text stands for more than a link can carry. */
export function isTooLong(text: string): boolean {
  return text.split('~').some((part) => NAME.test(DRAW.exec(part)?.[2] ?? ''));
}

/** Two hashes of 32 bits (FNV-1a, the second from another start), so that no two lists somebody has share a name. */
function hashOf(text: string): string {
  let a = 0x81_1c_9d_c5;
  let b = 0x9e_37_79_b9;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01_00_01_93);
    b = Math.imul(b ^ code, 0x01_00_01_93);
  }
  return `${(a >>> 0).toString(36)}x${(b >>> 0).toString(36)}`;
}
