import { loopShare } from '@holdfast/kernel';
import { VcsRefusal } from '@holdfast/vcs-spi';
import type { ListedNode } from './listing.js';
import { nameInOrder, sortedBy } from './sorted-by.js';

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
  /** What lies in one directory. */
  const put = async (nodes: readonly ListedNode[]): Promise<void> => {
    seen += nodes.length;
    characters += nodes.reduce((sum, node) => sum + node.path.length, 0);
    if (seen > most || characters > mostPaths)
      throw new VcsRefusal('too_large', 'the directory is too large');
    const sorted = await sortedBy(nodes, nameInOrder);
    if (!backwards) sorted.reverse();
    for (const node of sorted) {
      const each: Waiting = { node };
      waiting.push(each);
      if (node.isDirectory) directories.push(each);
    }
  };
  const begin = (each: Waiting): void => {
    each.listing ??= list(each.node.path);
    each.listing.catch(() => undefined); // it is awaited later, if at all
  };
  const [itself, ...rest] = (await list(path)) ?? [];
  if (itself) await put(itself.isDirectory ? rest : [itself]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (loopShare.isOver) await loopShare.pass();
    if (!next.node.isDirectory) {
      yield next.node;
      continue;
    }
    directories.slice(-ahead).reverse().forEach(begin);
    directories.pop();
    const [, ...found] = (await next.listing) ?? [];
    await put(found);
  }
}
