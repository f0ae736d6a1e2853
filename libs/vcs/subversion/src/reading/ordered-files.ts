import { compareBytes } from '@holdfast/kernel';
import { VcsRefusal } from '@holdfast/vcs-spi';
import type { ListedNode } from './listing.js';

export interface WantedFiles {
  /** From the root of the repository; '' is the root. */
  path: string;
  backwards: boolean;
  /** More files and directories than that are not looked at. */
  most: number;
}

/** A directory, it first, and what is right in it; undefined: there is nothing of this path. */
type ListDirectory = (path: string) => Promise<ListedNode[] | undefined>;

interface Waiting {
  node: ListedNode;
  listing?: Promise<ListedNode[] | undefined>;
}

/** All paths together have no more characters: each may have 64 Ki. */
export const mostPaths = 64 << 20;

/** So many directories are asked for before what is in them is needed. */
const ahead = 4;

/**
 * The files at and below a path, in the order of the bytes of their whole paths. Directories are asked for one by one,
 * as far as files are taken.
 * @throws VcsRefusal `too_large` where more would have to be looked at for the next one
 */
export async function* orderedFiles(
  list: ListDirectory,
  { path, backwards, most }: WantedFiles,
): AsyncGenerator<ListedNode> {
  /** The next one is the last. */
  const waiting: Waiting[] = [];
  const directories: Waiting[] = [];
  let seen = 0;
  let characters = 0;
  const put = (nodes: readonly ListedNode[]): void => {
    seen += nodes.length;
    characters += nodes.reduce((sum, node) => sum + node.path.length, 0);
    if (seen > most || characters > mostPaths)
      throw new VcsRefusal('too_large', 'the directory is too large');
    const sorted = nodes.map((node): Waiting => ({ node })).sort((one, other) => compareKeys(other, one));
    if (backwards) sorted.reverse();
    for (const each of sorted) {
      waiting.push(each);
      if (each.node.isDirectory) directories.push(each);
    }
  };
  const begin = (each: Waiting): void => {
    each.listing ??= list(each.node.path);
    each.listing.catch(() => undefined); // it is awaited later, if at all
  };
  const [itself, ...rest] = (await list(path)) ?? [];
  if (itself) put(itself.isDirectory ? rest : [itself]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (!next.node.isDirectory) {
      yield next.node;
      continue;
    }
    directories.slice(-ahead).reverse().forEach(begin);
    directories.pop();
    const [, ...found] = (await next.listing) ?? [];
    put(found);
  }
}

/** What is in a directory comes behind its slash: `a-b` is before `a/c`. */
const compareKeys = ({ node: one }: Waiting, { node: other }: Waiting): number =>
  compareBytes(keyOf(one), keyOf(other));

const keyOf = ({ path, isDirectory }: ListedNode): string => (isDirectory ? `${path}/` : path);
