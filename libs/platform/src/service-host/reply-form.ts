import type { Children, ChildrenHead, ListChildren, PageHead, WantedChildren } from '@holdfast/contracts';
import type { Page } from '@holdfast/kernel';
import { Lines } from '../rpc/lines.js';

/** What an answer holds, where it travels as lines: a page of the named object, or children of many parents. */
export type ReplyForm = { page: string } | { children: true };

export type ListsChildren = (asked: ListChildren) => Promise<Children>;

/**
 * Most bytes of a page with its children, and most of all children: an answer must fit into one message of the
 * broker (8 MiB), even where a single object has as many children as that.
 */
const mostOfPage = 4 * 1024 * 1024;
const mostOfChildren = 6 * 1024 * 1024;

/** A page and the children that are wanted with it, cut where they pass 4 MiB, but never before its first object. */
export const pageLines = async (
  { results, more }: Page<object>,
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
      ...(wanted.length ? { children: shown.map((relation) => relation.map(({ head }) => head)) } : {}),
    },
    [...texts.slice(0, objects), ...shown.flatMap((relation) => relation.flatMap((each) => each.texts))],
  );
};

/** Children of many parents, in the order of these. */
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
  /** Some were left out for want of room. */
  cut: boolean;
}

/** What passes `most` bytes is left out, with `more` on its parent. */
const textsOf = (children: Children, parents: readonly string[], most: number): ChildTexts[] => {
  let left = most;
  const within = (text: string): boolean => (left -= Buffer.byteLength(text) + 1) >= 0;
  return parents.map((uuid) => {
    const before = left;
    const { count = 0, ids, objects, more, cut } = Object.hasOwn(children, uuid) ? children[uuid] : {};
    const texts = leading(objects?.map((each) => JSON.stringify(each)) ?? [], within);
    const shownIds = ids && leading(ids, within);
    const shown = shownIds?.length ?? (objects ? texts.length : count);
    const leftOut = cut === true || shown < count;
    const head: ChildrenHead = {
      count: shown,
      ...(shownIds ? { ids: shownIds } : {}),
      ...(more || leftOut ? { more: true } : {}),
    };
    return { head, texts, bytes: before - left, cut: leftOut };
  });
};

/** The elements before the first one that does not hold. */
const leading = (all: string[], holds: (each: string) => boolean): string[] => {
  const end = all.findIndex((each) => !holds(each));
  return end < 0 ? all : all.slice(0, end);
};

/** An object whose children found no room goes to the next page, where it comes first. */
const fitting = (texts: readonly string[], relations: readonly ChildTexts[][]): number => {
  let bytes = 0;
  const end = texts.findIndex((text, index) => {
    bytes += Buffer.byteLength(text) + 1;
    for (const relation of relations) bytes += relation[index].bytes;
    return index > 0 && (bytes > mostOfPage || relations.some((relation) => relation[index].cut));
  });
  return end < 0 ? texts.length : end;
};
