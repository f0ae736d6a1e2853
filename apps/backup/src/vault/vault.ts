import type { BackupTarget } from '../target/backup-target.js';
import { isBadPlace, whyUnreadable } from './readable.js';
import { Unreadable, type VaultKey } from './vault-key.js';

/** The most bytes of one object (4 MiB). */
export const chunkBytes = 4 << 20;
/** A manifest names all chunks of the database: 64 bytes for 4 MiB each. */
const mostManifest = 1 << 30;
const objects = 'objects/';
const backups = 'backups/';
/** Whoever writes to the target can put anything there: what has no name of a chunk or a backup is passed over. */
const chunkPath = /^objects\/([0-9a-f]{2})\/(\1[0-9a-f]{62})$/;
/** So many chunks are opened to find out whether the key is theirs: not all have come to harm. */
const tried = 20;
const backupPath = /^backups\/([0-9A-Za-z][0-9A-Za-z-]*)$/;

/** Content that lies in a vault: these chunks together, of which it is `size` bytes from `offset`. */
export interface Piece {
  chunks: string[];
  offset: number;
  size: number;
}

const pathOf = (chunk: string): string => `${objects}${chunk.slice(0, 2)}/${chunk}`;

/**
 * Sealed chunks by the names of their content, and sealed manifests by names that are given to them:
 *
 *     objects/<2 hex>/<64 hex>     a chunk
 *     backups/<id>                 a manifest
 */
export class Vault {
  /** Bytes that were put and were not there before, as they lie at the target. */
  written = 0;
  /** The last chunks that were stored or read, by their names. */
  private readonly recent = new Map<string, Buffer>();
  /** The chunks that are there, once they were listed. */
  private present: Set<string> | undefined;

  constructor(
    readonly target: BackupTarget,
    private readonly key: VaultKey,
  ) {}

  /** Answers its name. */
  async store(content: Uint8Array): Promise<string> {
    const name = this.key.nameOf(content);
    if (this.present ? this.present.has(name) : await this.target.has(pathOf(name))) return name;
    const sealed = await this.key.seal(name, content);
    await this.target.put(pathOf(name), sealed);
    this.present?.add(name);
    this.written += sealed.length;
    return name;
  }

  /** Lists the chunks. From then on nobody else may add some or remove some, for as long as this one is used. */
  async survey(): Promise<void> {
    this.present = new Set();
    for await (const name of this.chunks()) this.present.add(name);
  }

  /** Whether all chunks of a content are there, as far as they were listed. */
  hasAll({ chunks }: Piece): boolean {
    const { present } = this;
    return !present || chunks.every((name) => present.has(name));
  }

  /** Whether the key is that of what lies there: anything opens by it. True also where nothing is there. */
  async isOfKey(): Promise<boolean> {
    const opens = (work: Promise<unknown>): Promise<boolean> =>
      work.then(
        () => true,
        (error: unknown) => {
          whyUnreadable(error);
          return false;
        },
      );
    const ids = await this.ids();
    for (const id of ids.toReversed()) if (await opens(this.getManifest(id))) return true;
    let looked = 0;
    for await (const name of this.chunks()) {
      if (await opens(this.load(name))) return true;
      looked += 1;
      if (looked === tried) return false;
    }
    return ids.length + looked === 0;
  }

  /** @throws Unreadable when it is missing, or not what it was */
  async load(name: string): Promise<Buffer> {
    const known = this.recent.get(name);
    if (known) return known;
    const sealed = await this.fetch(pathOf(name));
    if (!sealed) throw new Unreadable(`${name} is missing`);
    const content = await this.key.open(name, sealed, chunkBytes);
    if (this.key.nameOf(content) !== name) throw new Unreadable(`${name} is not what its name says`, true);
    this.recent.set(name, content);
    for (const eldest of this.recent.keys()) if (this.recent.size > 4) this.recent.delete(eldest);
    return content;
  }

  /** @throws Unreadable */
  async *read({ chunks, offset, size }: Piece): AsyncGenerator<Buffer> {
    let skipped = offset;
    let left = size;
    for (const name of chunks) {
      const content = await this.load(name);
      const part = content.subarray(skipped, skipped + left);
      skipped = Math.max(0, skipped - content.length);
      left -= part.length;
      if (part.length > 0) yield part;
    }
    if (left > 0) throw new Unreadable('a content is shorter than it was');
  }

  /** The lines of a content that was written by `LineWriter`. @throws Unreadable */
  async *lines(piece: Piece): AsyncGenerator<string> {
    let rest = '';
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for await (const bytes of this.read(piece)) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') throw new Unreadable('a list breaks off');
  }

  async putManifest(id: string, manifest: unknown): Promise<void> {
    const name = backups + id;
    await this.target.put(name, await this.key.seal(name, Buffer.from(JSON.stringify(manifest))));
  }

  /** Undefined: there is none. @throws Unreadable */
  async getManifest(id: string): Promise<unknown> {
    const name = backups + id;
    const sealed = await this.fetch(name);
    return sealed && JSON.parse((await this.key.open(name, sealed, mostManifest)).toString());
  }

  /** The ids of all backups, the eldest first. */
  async ids(): Promise<string[]> {
    const ids: string[] = [];
    for await (const name of this.target.list(backups)) {
      const id = backupPath.exec(name)?.[1];
      if (id !== undefined) ids.push(id);
    }
    return ids.sort();
  }

  /** The names of all chunks, in no order. */
  async *chunks(): AsyncGenerator<string> {
    for await (const path of this.target.list(objects)) {
      const name = chunkPath.exec(path)?.[2];
      if (name !== undefined) yield name;
    }
  }

  removeManifest(id: string): Promise<void> {
    return this.target.remove(backups + id);
  }

  removeChunk(name: string): Promise<void> {
    return this.target.remove(pathOf(name));
  }

  /** A disk with a bad place takes away what lies there, and nothing else. */
  private async fetch(path: string): Promise<Buffer | undefined> {
    try {
      return await this.target.get(path);
    } catch (error) {
      if (!isBadPlace(error)) throw error;
      throw new Unreadable(`${path} cannot be read: EIO`);
    }
  }
}
