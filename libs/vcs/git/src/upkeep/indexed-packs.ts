import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

const header = 12;
/** An entry of the table of chunks: a name, and where the chunk begins. The next entry says where it ends. */
const entry = 12;
/** Of more names no others are read (bytes): they are some, since packs are joined. */
const most = 1 << 20;

/**
 * The packs, as `pack-….pack`, that the index over all packs in the directory `at` knows; none where there is no such
 * index. Times do not tell it: git gives a pack a new one when something is pushed again that is in it, and all forks
 * have the file in common.
 */
export const indexedPacks = async (at: string): Promise<ReadonlySet<string>> => {
  const file = await open(join(at, 'multi-pack-index')).catch(() => undefined);
  if (!file) return new Set();
  try {
    const names = await chunkOf(file, 'PNAM');
    return new Set(names.split('\0').map((name) => name.replace(/\.idx$/, '.pack')));
  } finally {
    await file.close();
  }
};

/** https://git-scm.com/docs/gitformat-pack, of `multi-pack-index` */
const chunkOf = async (file: FileHandle, name: string): Promise<string> => {
  const head = await bytesAt(file, 0, header);
  const chunks = head.length === header && head.toString('latin1', 0, 4) === 'MIDX' ? head[6] : 0;
  const table = await bytesAt(file, header, (chunks + 1) * entry);
  for (let at = 0; at + 2 * entry <= table.length; at += entry) {
    if (table.toString('latin1', at, at + 4) !== name) continue;
    const [from, to] = [at, at + entry].map((each) => Number(table.readBigUInt64BE(each + 4)));
    return (await bytesAt(file, from, Math.min(Math.max(to - from, 0), most))).toString('latin1');
  }
  return '';
};

/** Fewer where the file ends. */
const bytesAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
};
