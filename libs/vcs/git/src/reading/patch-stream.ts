/** What the patch of one file says. */
export interface FilePatch {
  /** From the first hunk on; cut where there is no more room. */
  text: string;
  additions: number;
  deletions: number;
  binary: boolean;
  cut: boolean;
}

/** So many bytes of one patch are told, and of all patches of a page. */
const mostOfOne = 64 << 10;
const mostOfAll = 1 << 20;

const emptyPatch = (): FilePatch => ({ text: '', additions: 0, deletions: 0, binary: false, cut: false });

/**
 * Takes what `git diff-tree -p` says apart, piece by piece, and keeps what there is room for. Lines of contents begin
 * with a blank, a plus, a minus or a backslash: one that begins otherwise is git's own.
 */
export class PatchStream {
  /** In the order of git: those of the page. */
  readonly patches: FilePatch[] = [];
  private current: FilePatch | undefined;
  private seen = -1;
  private room = mostOfAll;
  private kept: Buffer[] = [];
  private keptBytes = 0;
  private inHunks = false;
  /** The first bytes of a line that is under way, as far as they tell what it is. */
  private head: Buffer = Buffer.alloc(0);
  private lineBegins = true;

  /** `from`: patches before the page; `count`: those in it. */
  constructor(
    private readonly from: number,
    private readonly count: number,
  ) {}

  /** False: the page is complete. */
  read(piece: Buffer): boolean {
    let rest = this.head.length > 0 ? Buffer.concat([this.head, piece]) : piece;
    this.head = Buffer.alloc(0);
    while (rest.length > 0) {
      if (this.lineBegins && rest.length < telling && !rest.includes(0x0a)) {
        this.head = Buffer.from(rest);
        return true;
      }
      const end = rest.indexOf(0x0a);
      const part = end < 0 ? rest : rest.subarray(0, end + 1);
      if (this.lineBegins && !this.line(part)) return false;
      this.keep(part);
      this.lineBegins = end >= 0;
      rest = rest.subarray(part.length);
    }
    return true;
  }

  /** Nothing more comes; `broken`: something is missing. */
  end(broken: boolean): void {
    this.close();
    const last = this.patches[this.patches.length - 1];
    if (broken && last) last.cut = true;
    while (this.patches.length < this.count) this.patches.push({ ...emptyPatch(), cut: true });
  }

  /** A line begins. False: it is beyond the page. */
  private line(bytes: Buffer): boolean {
    const text = bytes.toString('latin1', 0, telling);
    if (text.startsWith('diff --git ')) {
      this.close();
      this.seen += 1;
      if (this.seen >= this.from + this.count) return false;
      if (this.seen >= this.from) this.patches.push((this.current = emptyPatch()));
      return true;
    }
    const { current } = this;
    if (!current) return true;
    if (text.startsWith('@@ ')) this.inHunks = true;
    else if (!this.inHunks && text.startsWith('Binary files ')) current.binary = true;
    else if (this.inHunks && text.startsWith('+')) current.additions += 1;
    else if (this.inHunks && text.startsWith('-')) current.deletions += 1;
    return true;
  }

  private keep(part: Buffer): void {
    const { current } = this;
    if (!current || !this.inHunks) return;
    const room = Math.min(this.room, mostOfOne - this.keptBytes);
    if (part.length > room) current.cut = true;
    if (room <= 0) return;
    const fitting = Buffer.from(part.subarray(0, room));
    this.kept.push(fitting);
    this.keptBytes += fitting.length;
    this.room -= fitting.length;
  }

  private close(): void {
    if (this.current) this.tell(this.current);
    this.current = undefined;
    this.kept = [];
    this.keptBytes = 0;
    this.inHunks = false;
  }

  /** As text: where bytes are none it is longer than they are. */
  private tell(patch: FilePatch): void {
    const whole = Buffer.concat(this.kept).toString('utf8');
    const room = Math.min(mostOfOne, this.room + this.keptBytes);
    patch.text = beginning(whole, room);
    if (patch.text !== whole) patch.cut = true;
    this.room += this.keptBytes - Buffer.byteLength(patch.text);
  }
}

/** What of a text has so many bytes at most; of a character all or nothing. */
const beginning = (text: string, bytes: number): string => {
  if (Buffer.byteLength(text) <= bytes) return text;
  const encoded = Buffer.from(text);
  let end = bytes;
  while (end > 0 && (encoded[end] & 0xc0) === 0x80) end -= 1;
  return encoded.toString('utf8', 0, end);
};

/** So many bytes of a line tell what it is. */
const telling = 16;
