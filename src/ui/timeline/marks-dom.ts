import type { Drawing } from './draw.ts';
import type { DrawnPath } from './drawing.ts';
import type { PlacedLabel } from './label-placement.ts';
import { px } from './path.ts';
import { patternId } from './Patterns.tsx';

const SVG = 'http://www.w3.org/2000/svg';
/** From the middle of a line to the baseline, as a share of the size. */
const BASELINE = 0.36;

/** A path within the group that has its look: a browser styles it anew with every change of its data. */
interface PathNode {
  readonly group: SVGGElement;
  readonly path: SVGPathElement;
  d: string;
}

/** A label within the group that has its place: a text that is moved itself is laid out anew. */
interface LabelNode {
  readonly group: SVGGElement;
  readonly text: SVGTextElement;
  readonly words: Text;
  drawn: PlacedLabel | null;
}

/**
 * The marks of one drawing in the document. They are written straight into it: of some hundred of them most
 * stay as they are from one move of a hand to the next, and only what differs is touched.
 */
export class MarksDom {
  readonly #paths: SVGGElement;
  readonly #labels: SVGGElement;
  readonly #prefix: string;
  #pathNodes = new Map<string, PathNode>();
  readonly #labelNodes: LabelNode[] = [];

  /** `root` is a group that nobody else puts anything into, `prefix` that of the ids of the patterns. */
  constructor(root: SVGGElement, prefix: string) {
    this.#prefix = prefix;
    this.#paths = element('g');
    this.#labels = element('g');
    root.replaceChildren(this.#paths, this.#labels);
  }

  /** Shows a drawing in place of the one before. */
  show({ paths, labels }: Pick<Drawing, 'paths' | 'labels'>): void {
    this.#showPaths(paths);
    for (const [index, label] of labels.entries()) this.#showLabel(index, label);
    for (const { group } of this.#labelNodes.splice(labels.length)) group.remove();
  }

  #showPaths(paths: readonly DrawnPath[]): void {
    const before = this.#pathNodes;
    const now = new Map<string, PathNode>();
    let place = this.#paths.firstElementChild;
    for (const drawn of paths) {
      const node = before.get(drawn.id) ?? this.#newPath(drawn);
      before.delete(drawn.id);
      now.set(drawn.id, node);
      if (node.d !== drawn.d) {
        node.path.setAttribute('d', drawn.d);
        node.d = drawn.d;
      }
      if (node.group === place) place = place.nextElementSibling;
      else this.#paths.insertBefore(node.group, place);
    }
    for (const { group } of before.values()) group.remove();
    this.#pathNodes = now;
  }

  #newPath({ className, fill, client }: DrawnPath): PathNode {
    const group = element('g');
    group.setAttribute('class', className);
    if (fill !== null) group.setAttribute('fill', `url(#${patternId(this.#prefix, fill, client)})`);
    const path = element('path');
    group.append(path);
    return { group, path, d: '' };
  }

  /** By place and not by meaning: a label that takes over the node of another is cheaper than a new one. */
  #showLabel(index: number, label: PlacedLabel): void {
    const node = this.#labelNodes[index] ?? this.#newLabel();
    const { drawn } = node;
    if (drawn?.x !== label.x || drawn.y !== label.y || drawn.size !== label.size) {
      const y = px(label.y + label.size * BASELINE);
      node.group.setAttribute('transform', `translate(${String(px(label.x))} ${String(y)})`);
    }
    if (drawn?.className !== label.className) node.text.setAttribute('class', label.className);
    if (drawn?.size !== label.size) node.text.setAttribute('font-size', String(label.size));
    if (drawn?.anchor !== label.anchor) node.text.setAttribute('text-anchor', label.anchor);
    if ((drawn?.bold ?? false) !== label.bold) {
      if (label.bold) node.text.setAttribute('font-weight', '650');
      else node.text.removeAttribute('font-weight');
    }
    if (drawn?.text !== label.text) node.words.data = label.text;
    node.drawn = label;
  }

  #newLabel(): LabelNode {
    const node = { group: element('g'), text: element('text'), words: new Text(), drawn: null };
    node.text.append(node.words);
    node.group.append(node.text);
    this.#labels.append(node.group);
    this.#labelNodes.push(node);
    return node;
  }
}

function element<Name extends 'g' | 'path' | 'text'>(name: Name): SVGElementTagNameMap[Name] {
  return document.createElementNS(SVG, name);
}
