import type { ChildrenHead, WantedChildren } from '@holdfast/contracts';
import { innerText } from '../http/envelope.js';

/** Most included children of one answer. */
export const mostChildren = 10_000;
export const noChildren: ChildrenHead = { count: 0 };

/** What stands before and behind the included children of one object, and how many of them there are. */
export const aroundChildren = (
  { child, want }: WantedChildren,
  { count, ids = [], more, away }: ChildrenHead,
): { before: string; after: string; count: number } => {
  const after = want !== 'count' && more ? `,"${child}_more_results":true` : '';
  if (away) return { before: `,"${child}${want === 'count' ? '_count' : ''}":null`, after, count: 0 };
  if (want === 'count') return { before: `,"${child}_count":${count}`, after, count: 0 };
  if (want === 'list') return { before: `,"${child}":${JSON.stringify(ids)}`, after, count: 0 };
  return { before: `,"${child}":[`, after: `]${after}`, count };
};

/** What is added to the end of each object of an answer: its children, as JSON text to be `stamped`. */
export class ChildTails {
  readonly texts: string[];
  /** Included children of each object. */
  private readonly included: number[];

  constructor(objects: number) {
    this.texts = Array<string>(objects).fill('');
    this.included = Array<number>(objects).fill(0);
  }

  /** So many of the objects fit into one answer with all that is included; the first one always does. */
  get fitting(): number {
    let total = 0;
    const end = this.included.findIndex((count, index) => (total += count) > mostChildren && index > 0);
    return end < 0 ? this.texts.length : end;
  }

  /**
   * Adds the children of a relation to all objects. Included ones are taken from `included` from the index on;
   * answers the index after the last one.
   */
  add(
    wanted: WantedChildren,
    heads: readonly ChildrenHead[],
    included: readonly string[],
    from: number,
  ): number {
    let at = from;
    for (let index = 0; index < this.texts.length; index += 1) {
      const { before, after, count } = aroundChildren(wanted, heads[index] ?? noChildren);
      const objects = included.slice(at, at + count).map(innerText);
      this.texts[index] += `${before}${objects.join(',')}${after}`;
      at += count;
      this.included[index] += count;
    }
    return at;
  }
}

/** The objects that fit, each with its tail. */
export const addTails = (objects: readonly string[], { texts, fitting }: ChildTails): string[] =>
  objects
    .slice(0, fitting)
    .map((object, index) => (texts[index] ? `${object.slice(0, -1)}${texts[index]}}` : object));
