import { VcsRefusal, type TreeEntry } from '@holdfast/vcs-spi';
import { directoryMode, entryMode } from './entry-mode.js';

/** An entry of a tree as git keeps it. */
export interface RawEntry {
  /** Six digits, as git takes it. */
  mode: string;
  /** A character for each byte. */
  name: string;
  id: string;
  /** Bytes of what is a file, where git was asked for it. */
  size?: number;
}

/** No path of a file is longer; what is has been made to do harm (bytes, with what stands before it). */
const longest = 4 << 10;
const idLength = 20;

const unreadable = (): VcsRefusal => new VcsRefusal('too_large', 'a name is longer than any path');

/** Takes the contents of a tree apart, piece by piece, and hands over each entry. */
export class TreeRecords {
  private rest: Buffer = Buffer.alloc(0);
  private enough = false;

  /**
   * `take` says whether it wants more. `only`: no entries but those whose names have so many bytes; passing over the
   * others is cheap.
   */
  constructor(
    private readonly take: (entry: RawEntry) => boolean,
    private readonly only?: number,
  ) {}

  /** @throws VcsRefusal where it is no tree */
  read(piece: Buffer): void {
    if (this.enough) return;
    const bytes = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
    let at = 0;
    for (;;) {
      const end = bytes.indexOf(0, at);
      if (end < 0 || end + idLength >= bytes.length) break;
      if (end - at > longest) throw unreadable();
      const blank = bytes.indexOf(0x20, at);
      if (this.only === undefined || end - blank - 1 === this.only) {
        const mode = entryMode(bytes, at, blank);
        const name = bytes.toString('latin1', blank + 1, end);
        this.enough = !this.take({ mode, name, id: bytes.toString('hex', end + 1, end + 1 + idLength) });
        if (this.enough) return;
      }
      at = end + 1 + idLength;
    }
    this.rest = Buffer.from(bytes.subarray(at));
    if (this.rest.length > longest) throw unreadable();
  }
}

/** The same of what `git ls-tree -r -z` says, whose names are whole paths; with `-l` it tells sizes. */
export class ListedRecords {
  private rest: Buffer = Buffer.alloc(0);

  /** `take` says whether it wants more. */
  constructor(private readonly take: (entry: RawEntry) => boolean) {}

  /** False: no more is wanted. @throws VcsRefusal where a path is longer than any */
  read(piece: Buffer): boolean {
    const bytes = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
    let at = 0;
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, at)) {
      if (end - at > longest) throw unreadable();
      const tab = bytes.indexOf(0x09, at);
      const [mode, , id, size] = bytes.toString('latin1', at, tab).split(/ +/);
      const name = bytes.toString('latin1', tab + 1, end);
      if (!this.take({ mode, name, id, ...(Number(size) >= 0 ? { size: Number(size) } : {}) })) return false;
      at = end + 1;
    }
    this.rest = Buffer.from(bytes.subarray(at));
    if (this.rest.length > longest) throw unreadable();
    return true;
  }
}

const types: Readonly<Record<string, TreeEntry['type']>> = {
  [directoryMode]: 'directory',
  '120000': 'symlink',
  '160000': 'submodule',
};

export const typeOf = ({ mode }: RawEntry): TreeEntry['type'] => types[mode] ?? 'file';

export const textOf = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

export const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

/** `directory`: where it stands, as text. */
export const entryOf = (raw: RawEntry, directory: string): TreeEntry => {
  const path = directory === '' ? textOf(raw.name) : `${directory}/${textOf(raw.name)}`;
  return { name: path.slice(path.lastIndexOf('/') + 1), path, type: typeOf(raw), mode: raw.mode, id: raw.id };
};
