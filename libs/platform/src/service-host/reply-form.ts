import type { Children, ChildrenHead, ListChildren, PageHead, WantedChildren } from '@holdfast/contracts';
import type { Page } from '@holdfast/kernel';
import { Lines } from '../rpc/lines.js';
import { mostOfPage, WrittenPage } from './written-page.js';
import { Writer } from './writer.js';

/** What is in an answer that travels as lines: a page of the named object type, or children of many parents. */
export type ReplyForm = { page: string } | { children: true };

export type ListsChildren = (asked: ListChildren) => Promise<Children>;

/**
 * The most bytes of all children together. An answer must fit into one message of the broker (8 MiB), even if a single
 * object has very many children.
 */
const mostOfChildren = 6 * 1024 * 1024;

/**
 * A page with the children that are wanted. It resolves when the objects of the page are written, and answers what
 * waits for the children. It is cut at 4 MiB, but always has its first object. Nothing is written that would be cut.
 * @throws DomainError `unavailable` when much is to be written still at the deadline of the writer
 */
export const begunPage = async (
  page: Page<object>,
  parent: string,
  wanted: readonly WantedChildren[],
  list: ListsChildren,
  writer = new Writer(),
): Promise<() => Promise<Lines<PageHead>>> => {
  if (page instanceof WrittenPage && wanted.length === 0) return () => Promise.resolve(page.lines);
  const { results, more, metadata } = page;
  const all = wanted.length ? results.map((each) => String((each as { uuid?: unknown }).uuid)) : [];
  const pending = all.length ? wanted.map((each) => list({ parent, parents: all, ...each })) : [];
  const found = Promise.all(pending);
  // It is waited for below; until then nobody hears that it failed.
  found.catch(() => undefined);
  // The objects are written while the database looks for their children.
  const texts = await writer.leading(results, mostOfPage);
  return async () => {
    const parents = all.slice(0, texts.length);
    const share = mostOfChildren / Math.max(1, wanted.filter(({ want }) => want !== 'count').length);
    const relations: ChildTexts[][] = [];
    for (const children of await found) relations.push(await textsOf(children, parents, share, writer));
    const objects = fitting(texts, relations);
    const shown = relations.map((relation) => relation.slice(0, objects));
    return new Lines(
      {
        objects,
        more: more || objects < results.length,
        ...(metadata ? { metadata } : {}),
        ...(wanted.length ? { children: shown.map((relation) => relation.map(({ head }) => head)) } : {}),
      },
      [...texts.slice(0, objects), ...shown.flatMap((relation) => relation.flatMap((each) => each.texts))],
    );
  };
};

/** The children of many parents, in the order of the parents. `deadline`: as of a page. */
export const childrenLines = async (
  children: Children,
  parents: readonly string[],
  deadline = Infinity,
): Promise<Lines<ChildrenHead[]>> => {
  const relation = await textsOf(children, parents, mostOfChildren, new Writer(deadline));
  return new Lines(
    relation.map(({ head }) => head),
    relation.flatMap(({ texts }) => texts),
  );
};

interface ChildTexts {
  head: ChildrenHead;
  texts: string[];
  bytes: number;
  /** Some were left out because there was no room. */
  cut: boolean;
}

/** Leaves out what is beyond `most` bytes; its parent then has `more`. */
const textsOf = async (
  children: Children,
  parents: readonly string[],
  most: number,
  writer: Writer,
): Promise<ChildTexts[]> => {
  let left = most;
  // What is a child of many parents is written once.
  const written = new Map<object, string>();
  const within = (text: string): boolean => (left -= Buffer.byteLength(text) + 1) >= 0;
  const relation: ChildTexts[] = [];
  for (const uuid of parents) {
    const before = left;
    const { count = 0, ids, objects, more, cut, away } = Object.hasOwn(children, uuid) ? children[uuid] : {};
    const texts: string[] = [];
    for (const object of objects ?? []) {
      if (left < 0) break;
      const pause = writer.pause();
      if (pause) await pause;
      const text = written.get(object) ?? writer.text(object);
      written.set(object, text);
      if (!within(text)) break;
      texts.push(text);
    }
    const shownIds = ids && leading(ids, within);
    const shown = shownIds?.length ?? (objects ? texts.length : count);
    const leftOut = cut === true || shown < count;
    const head: ChildrenHead = {
      count: shown,
      ...(shownIds ? { ids: shownIds } : {}),
      ...(more || leftOut ? { more: true } : {}),
      ...(away ? { away: true } : {}),
    };
    relation.push({ head, texts, bytes: before - left, cut: leftOut });
  }
  return relation;
};

/** The elements up to the first one that fails the test, without it. */
const leading = (all: string[], holds: (each: string) => boolean): string[] => {
  const end = all.findIndex((each) => !holds(each));
  return end < 0 ? all : all.slice(0, end);
};

/** How many objects stay on the page. The first one whose children have no room becomes the first of the next page. */
const fitting = (texts: readonly string[], relations: readonly ChildTexts[][]): number => {
  let bytes = 0;
  const end = texts.findIndex((text, index) => {
    bytes += Buffer.byteLength(text) + 1;
    for (const relation of relations) bytes += relation[index].bytes;
    return index > 0 && (bytes > mostOfPage || relations.some((relation) => relation[index].cut));
  });
  return end < 0 ? texts.length : end;
};
