import type { ChildrenHead, WantedChildren } from '@holdfast/contracts';
import { envelopedText } from '../http/envelope.js';

/** Most included children of one answer. */
const answerLimit = 10_000;
const none: ChildrenHead = { count: 0 };

/** What is added to the end of each object of an answer: its children, as JSON text. */
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
    const end = this.included.findIndex((count, index) => (total += count) > answerLimit && index > 0);
    return end < 0 ? this.texts.length : end;
  }

  /**
   * Adds the children of a relation to all objects. Included ones are taken from `included` from the index on;
   * answers the index after the last one.
   */
  add(
    { child, want }: WantedChildren,
    heads: readonly ChildrenHead[],
    included: readonly string[],
    from: number,
  ): number {
    let at = from;
    for (let index = 0; index < this.texts.length; index += 1) {
      const { count, ids = [], more, away } = heads[index] ?? none;
      if (away) this.texts[index] += `,"${child}${want === 'count' ? '_count' : ''}":null`;
      else if (want === 'count') this.texts[index] += `,"${child}_count":${count}`;
      else if (want === 'list') this.texts[index] += `,"${child}":${JSON.stringify(ids)}`;
      else {
        const objects = included.slice(at, at + count).map((text) => envelopedText(200, text));
        this.texts[index] += `,"${child}":[${objects.join(',')}]`;
        at += count;
        this.included[index] += count;
      }
      if (want !== 'count' && more) this.texts[index] += `,"${child}_more_results":true`;
    }
    return at;
  }
}

/** The objects that fit, each with its tail. */
export const addTails = (objects: readonly string[], { texts, fitting }: ChildTails): string[] =>
  objects
    .slice(0, fitting)
    .map((object, index) => (texts[index] ? `${object.slice(0, -1)}${texts[index]}}` : object));
