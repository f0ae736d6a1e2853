import { loopShare } from '@holdfast/kernel';
import type { FileEdits, FileWrite } from '@holdfast/vcs-spi';
import { bytesOf } from '../reading/tree-records.js';

/** What becomes of one name in a directory. */
export interface NameEdit {
  write?: FileWrite;
  remove?: true;
  /** What becomes of names in the directory that it is, or is to be. */
  below?: NameEdits;
}

/** By the bytes of their names, a character for each. */
export type NameEdits = Map<string, NameEdit>;

/** Edits by directory. Lets others have the event loop. */
export const nameEditsOf = async ({ modified, deleted }: FileEdits): Promise<NameEdits> => {
  const root: NameEdits = new Map();
  for (const path of deleted) {
    at(root, path).remove = true;
    if (loopShare.isOver) await loopShare.pass();
  }
  for (const write of modified) {
    at(root, write.path).write = write;
    if (loopShare.isOver) await loopShare.pass();
  }
  return root;
};

const at = (root: NameEdits, path: string): NameEdit => {
  let here: NameEdit = { below: root };
  for (const name of bytesOf(path).split('/')) {
    const names: NameEdits = (here.below ??= new Map<string, NameEdit>());
    let next = names.get(name);
    if (!next) names.set(name, (next = {}));
    here = next;
  }
  return here;
};

/** Whether something is written at one of the names, or below them. */
export const isWritten = (changes: NameEdits): boolean =>
  [...changes.values()].some(({ write, below }) => write !== undefined || (below && isWritten(below)));
