import type { ChildrenHead, PageHead, WantedChildren } from '@holdfast/contracts';
import type { LineMessage } from '@holdfast/platform/rpc';
import { envelopeHead } from '../http/envelope.js';
import { pageLimit } from '../unsent/answer-size.rules.js';
import { aroundChildren, mostChildren, noChildren } from './child-tails.js';
import { lineEnd, pageBegin, pageEnd } from './page-text.js';

const [comma, closing] = Buffer.from(',}');
/** Bytes of an object with no attributes. */
const bare = 2;

/**
 * The page that `addTails` and `pageText` would make of a message with objects and the children that came with them:
 * each line is copied to its place, and none is read. Undefined where not all of it may have room on one page, or it is
 * none that could be taken apart so.
 */
export const pageWithChildren = (
  { bytes, at }: LineMessage,
  { objects, more, metadata, children = [] }: PageHead,
  wanted: readonly WantedChildren[],
  offset: number,
): Buffer | undefined => {
  const ends = lineEnds(bytes, at);
  const relations = wanted.map((each, index) => new Relation(each, children[index] ?? [], objects));
  let included = 0;
  let from = objects;
  for (const relation of relations) {
    if (!relation.isSound) return undefined;
    relation.line = from;
    from += relation.lines;
    included += relation.lines;
  }
  if (from !== ends.length || included > mostChildren) return undefined;
  const head = Buffer.from(`${envelopeHead(200)},`);
  const tails = relations.reduce((sum, { size }) => sum + size, 0);
  const size = bytes.length - at + 1 + ends.length * (head.length + 1) + tails;
  if (size > pageLimit) return undefined;
  const begin = pageBegin(objects, offset, more, metadata ?? {});
  const page = Buffer.allocUnsafe(Buffer.byteLength(begin) + size + pageEnd.length);
  let to = page.write(begin);
  /** Without its brace, and so much of its end. */
  const copy = (line: number, without: number): boolean => {
    const start = line === 0 ? at : ends[line - 1] + 1;
    if (ends[line] - start <= bare) return false;
    to += head.copy(page, to);
    to += bytes.copy(page, to, start + 1, ends[line] - without);
    return true;
  };
  for (let index = 0; index < objects; index += 1) {
    if (index > 0) page[to++] = comma;
    if (!copy(index, 1)) return undefined;
    for (const relation of relations) {
      to += page.write(relation.before[index], to);
      const { [index]: count } = relation.counts;
      for (let child = 0; child < count; child += 1) {
        if (child > 0) page[to++] = comma;
        if (!copy(relation.line + child, 0)) return undefined;
      }
      relation.line += count;
      to += page.write(relation.after[index], to);
    }
    page[to++] = closing;
  }
  to += page.write(pageEnd, to);
  return page.subarray(0, to);
};

/** The children of one relation, of all objects. */
class Relation {
  /** Where the next of its lines stands. */
  line = 0;
  /** Lines of each object. */
  readonly counts: number[] = [];
  readonly before: string[] = [];
  readonly after: string[] = [];
  /** Of these texts (bytes). */
  size = 0;
  lines = 0;
  isSound = true;

  constructor(wanted: WantedChildren, heads: readonly ChildrenHead[], objects: number) {
    for (let index = 0; index < objects; index += 1) {
      const head = heads[index] ?? noChildren;
      const { before, after, count } = aroundChildren(wanted, head);
      if (!Number.isInteger(count) || count < 0) this.isSound = false;
      this.before.push(before);
      this.after.push(after);
      this.counts.push(count);
      this.lines += count;
      this.size += Buffer.byteLength(before) + Buffer.byteLength(after);
    }
  }
}

/** Where each line ends. */
const lineEnds = (bytes: Buffer, at: number): number[] => {
  const ends: number[] = [];
  for (let from = at; from < bytes.length; from = ends[ends.length - 1] + 1) {
    const found = bytes.indexOf(lineEnd, from);
    ends.push(found < 0 ? bytes.length : found);
  }
  return ends;
};
