import type { Children, ChildrenHead, ListChildren, PageHead, WantedChildren } from '@holdfast/contracts';
import type { Page } from '@holdfast/kernel';
import { Lines } from '../rpc/lines.js';

/** What is in an answer that travels as lines: a page of the named object type, or children of many parents. */
export type ReplyForm = { page: string } | { children: true };

export type ListsChildren = (asked: ListChildren) => Promise<Children>;

/**
 * The most bytes of a page with its children, and of all children together. An answer must fit into one message of the
 * broker (8 MiB), even if a single object has very many children.
 */
const mostOfPage = 4 * 1024 * 1024;
const mostOfChildren = 6 * 1024 * 1024;

/** A page with the children that are wanted. It is cut at 4 MiB, but always has its first object. */
export const pageLines = async (
  { results, more, metadata }: Page<object>,
  parent: string,
  wanted: readonly WantedChildren[],
  list: ListsChildren,
): Promise<Lines<PageHead>> => {
  const parents = wanted.length ? results.map((each) => String((each as { uuid?: unknown }).uuid)) : [];
  const pending = parents.length ? wanted.map((each) => list({ parent, parents, ...each })) : [];
  // The objects are written while the database looks for their children.
  const texts = results.map((each) => JSON.stringify(each));
  const share = mostOfChildren / Math.max(1, wanted.filter(({ want }) => want !== 'count').length);
  const relations = (await Promise.all(pending)).map((children) => textsOf(children, parents, share));
  const objects = fitting(texts, relations);
  const shown = relations.map((relation) => relation.slice(0, objects));
  return new Lines(
    {
      objects,
      more: more || objects < texts.length,
      ...(metadata ? { metadata } : {}),
      ...(wanted.length ? { children: shown.map((relation) => relation.map(({ head }) => head)) } : {}),
    },
    [...texts.slice(0, objects), ...shown.flatMap((relation) => relation.flatMap((each) => each.texts))],
  );
};

/** The children of many parents, in the order of the parents. */
export const childrenLines = (children: Children, parents: readonly string[]): Lines<ChildrenHead[]> => {
  const relation = textsOf(children, parents, mostOfChildren);
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
const textsOf = (children: Children, parents: readonly string[], most: number): ChildTexts[] => {
  let left = most;
  // What is a child of many parents is written once.
  const written = new Map<object, string>();
  const textOf = (object: object): string => {
    const text = written.get(object) ?? JSON.stringify(object);
    written.set(object, text);
    return text;
  };
  const within = (text: string): boolean => (left -= Buffer.byteLength(text) + 1) >= 0;
  return parents.map((uuid) => {
    const before = left;
    const { count = 0, ids, objects, more, cut, away } = Object.hasOwn(children, uuid) ? children[uuid] : {};
    const texts = leading(objects?.map(textOf) ?? [], within);
    const shownIds = ids && leading(ids, within);
    const shown = shownIds?.length ?? (objects ? texts.length : count);
    const leftOut = cut === true || shown < count;
    const head: ChildrenHead = {
      count: shown,
      ...(shownIds ? { ids: shownIds } : {}),
      ...(more || leftOut ? { more: true } : {}),
      ...(away ? { away: true } : {}),
    };
    return { head, texts, bytes: before - left, cut: leftOut };
  });
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
