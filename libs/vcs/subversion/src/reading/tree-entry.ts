import { createHash } from 'node:crypto';
import type { TreeEntry } from '@holdfast/vcs-spi';
import type { ListedNode } from './listing.js';

/** With which the content of a symlink begins; its target follows. */
export const linkMark = 'link ';

/** What lies at a path of a revision, as the kind tells it. */
export const entryOf = (commit: string, listed: ListedNode): TreeEntry => {
  const { path, isDirectory, size, sha1, isExecutable, isSpecial } = listed;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const type = isDirectory ? 'directory' : isSpecial ? 'symlink' : 'file';
  // A directory has no sum of its own: where it stands says what it is.
  const sum = sha1 ?? sumOf(`${commit}:${path}`);
  // What is sent of a link is not its text, which a file may have as well.
  const id = type === 'symlink' ? sumOf(`symlink:${sum}`) : sum;
  const mode = isDirectory ? '040000' : isSpecial ? '120000' : isExecutable ? '100755' : '100644';
  const bytes = isSpecial && size !== undefined ? Math.max(0, size - linkMark.length) : size;
  return { name, path, type, mode, id, ...(isDirectory || bytes === undefined ? {} : { size: bytes }) };
};

const sumOf = (text: string): string => createHash('sha1').update(text).digest('hex');
