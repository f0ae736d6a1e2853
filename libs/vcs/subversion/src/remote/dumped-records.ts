import { TextDecoder } from 'node:util';
import { hasUntold, isEncoded, isNameOfProperty } from '../process/told-text.js';
import { noDifferences, UnpackedSizes } from '../transfer/unpacked-sizes.js';

/** Hears all bytes of a dump, in their order. */
export interface DumpListener {
  /** Those of a record, with the blank lines before and behind them. */
  headers: (bytes: Buffer, isRevision: boolean) => void;
  content: (bytes: Buffer) => void;
  /** Of a record of which the headers have been heard; undefined: it is too long to be looked at. */
  mergeinfo: (value: Buffer | undefined) => void;
}

/** What is read next: a line, or so many bytes, with who looks at them. */
type Wanted = { bytes: number; look?: (piece: Buffer) => void } | 'line';

/** Headers have paths, which nobody could ask for if they were longer (bytes). */
const longestLine = 64 << 10;
const longestName = 1 << 10;
/** That somebody hears (bytes). */
const longestMergeinfo = 1 << 20;
/** Of one record: Subversion knows some twenty. */
const mostHeaders = 64;

/**
 * Looks at the properties and at the differences in a dump while it comes. Subversion takes any property from a dump,
 * and its server writes those that are text into its answers as they are; and it writes beyond its memory where
 * differences go back.
 */
export class DumpedRecords {
  /** The first that may not be loaded; undefined: there was none so far. */
  unreadable: string | undefined;
  private readonly reading = this.read();
  private wanted: Wanted | undefined;
  private line: Buffer[] = [];
  private left = 0;
  /** What the listener has not heard yet. */
  private readonly unheard: Buffer[] = [];
  private inHeaders = false;

  constructor(private readonly listener?: DumpListener) {
    this.want(this.reading.next());
  }

  /**
   * The next bytes of the dump. Where it is not written as Subversion writes one, `unreadable` says so: who loads it
   * may find something else in it than is found here.
   */
  take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && this.wanted !== undefined;) {
      if (this.wanted === 'line') {
        const end = chunk.indexOf(0x0a, at);
        const next = end < 0 ? chunk.length : end + 1;
        this.line.push(chunk.subarray(at, end < 0 ? chunk.length : end));
        if (this.listener) this.unheard.push(chunk.subarray(at, next));
        at = next;
        if (this.line.reduce((sum, { length }) => sum + length, 0) > longestLine)
          this.want({ done: true, value: undefined });
        else if (end >= 0) this.want(this.reading.next(Buffer.concat(this.line.splice(0)).toString()));
      } else {
        const piece = chunk.subarray(at, at + this.left);
        at += piece.length;
        this.left -= piece.length;
        if (this.listener) this.unheard.push(piece);
        this.wanted.look?.(piece);
        if (this.left === 0) this.want(this.reading.next(''));
      }
    }
    if (!this.inHeaders) this.tell();
  }

  /** Nothing comes any more: the listener hears the rest, which has no end. */
  end(): void {
    this.inHeaders = false;
    this.tell();
  }

  private tell(isRevision = false): void {
    if (this.unheard.length === 0) return;
    const bytes = Buffer.concat(this.unheard.splice(0));
    if (this.inHeaders) this.listener?.headers(bytes, isRevision);
    else this.listener?.content(bytes);
  }

  private want(next: IteratorResult<Wanted, void>): void {
    this.wanted = next.done ? undefined : next.value;
    if (next.done) this.unreadable ??= 'the dump is not written as Subversion writes one';
    this.left = typeof this.wanted === 'object' ? this.wanted.bytes : 0;
    if (typeof this.wanted === 'object' && this.left === 0) this.want(this.reading.next(''));
  }

  /**
   * https://svn.apache.org/repos/asf/subversion/trunk/notes/dump-load-format.txt, as strictly as `svnadmin` writes it:
   * where it could be read in two ways it ends, before the bytes that would be read in another one.
   */
  private *read(): Generator<Wanted, void, string> {
    let revision: string | undefined;
    for (;;) {
      this.tell();
      this.inHeaders = true;
      const headers = new Map<string, string>();
      for (let line = yield 'line'; line !== '' || headers.size === 0; line = yield 'line') {
        // Between records `svnadmin` passes over what begins with a blank.
        if (headers.size === 0 && /^[\t\v\f\r ]/.test(line)) continue;
        const [, name, value] = /^([^:]+): ([^]*)$/.exec(line) ?? [];
        if (line.includes('\0')) return;
        if (name !== undefined) headers.set(name, value);
        else if (line !== '') return;
        if (headers.size > mostHeaders) return;
      }
      const path = headers.get('Node-path');
      const isRevision = headers.has('Revision-number');
      this.tell(isRevision);
      this.inHeaders = false;
      revision = headers.get('Revision-number') ?? revision;
      const [all, properties, text] = ['Content', 'Prop-content', 'Text-content'].map((each) => {
        const said = headers.get(`${each}-length`);
        return said === undefined ? undefined : /^\d{1,15}$/.test(said) ? Number(said) : NaN;
      });
      const parts = (properties ?? 0) + (text ?? 0);
      const whole = all ?? parts;
      if (!(whole >= parts)) return;
      if (whole > 0 && !isRevision && path === undefined) return;
      if (path !== undefined && (revision === undefined || isRevision)) return;
      if (text !== undefined && path === undefined) return;
      const delta = headers.get('Text-delta') ?? 'false';
      if (delta !== 'true' && delta !== 'false') return;
      // The oldest dumps say one length of both.
      const isOld = whole > 0 && properties === undefined && text === undefined;
      if (isOld && delta === 'true') return;
      // Some programs say that there is a block of properties, of no length and without its end.
      const block = properties ?? (isOld ? whole : 0);
      const taken = block > 0 ? yield* this.properties(block, revision, path) : 0;
      if (properties !== undefined ? taken !== properties : !(taken <= whole)) return;
      const rest = whole - taken;
      if (delta === 'false') yield { bytes: rest };
      else
        yield* this.differences(
          `${JSON.stringify(path?.slice(-200))} in revision ${revision ?? ''}`,
          text ?? 0,
          rest,
        );
    }
  }

  /** `bytes` of all that is `left` of a record. */
  private *differences(of: string, bytes: number, left: number): Generator<Wanted, void, string> {
    const sizes = new UnpackedSizes();
    const look = (piece: Buffer): void => {
      if (!sizes.read(piece)) this.unreadable ??= `${of}: ${noDifferences}`;
    };
    yield { bytes, look };
    yield { bytes: left - bytes };
  }

  /** Answers how many bytes they have, at most so many; NaN where they are not written so, or have no end by then. */
  private *properties(
    bytes: number,
    revision: string | undefined,
    path: string | undefined,
  ): Generator<Wanted, number, string> {
    let taken = 0;
    for (;;) {
      if (taken >= bytes) return NaN;
      const line = yield 'line';
      taken += Buffer.byteLength(line) + 1;
      const [, letter, length] = /^([KD]) (\d{1,9})$/.exec(line) ?? [];
      if (letter === undefined) return line === 'PROPS-END' ? taken : NaN;
      taken += Number(length) + 1;
      if (taken > bytes) return NaN;
      const name = new Name();
      yield { bytes: Number(length), look: (piece) => name.take(piece) };
      if ((yield 'line') !== '') return NaN;
      if (letter === 'D') continue;
      if (taken >= bytes) return NaN;
      const said = yield 'line';
      const [, size] = /^V (\d{1,10})$/.exec(said) ?? [];
      if (size === undefined) return NaN;
      taken += said.length + 1 + Number(size) + 1;
      if (taken > bytes) return NaN;
      const value = new Value();
      const isMergeinfo = this.listener && path !== undefined && name.whole.toString() === 'svn:mergeinfo';
      const mergeinfo = isMergeinfo && Number(size) <= longestMergeinfo ? new Array<Buffer>() : undefined;
      const look = (piece: Buffer): void => {
        value.take(piece);
        mergeinfo?.push(piece);
      };
      yield { bytes: Number(size), look };
      if ((yield 'line') !== '') return NaN;
      if (isMergeinfo) this.listener?.mergeinfo(mergeinfo && Buffer.concat(mergeinfo));
      this.judge(name.whole, value, { revision: revision ?? '', ...(path !== undefined && { path }) });
    }
  }

  private judge(name: Buffer, value: Value, { revision, path }: { revision: string; path?: string }): void {
    if (this.unreadable !== undefined) return;
    const isMessage = path === undefined && name.toString() === 'svn:log';
    const of = `of ${path === undefined ? '' : `${JSON.stringify(path.slice(-200))} in `}revision ${revision}`;
    if (!isNameOfProperty(name)) this.unreadable = `a property ${of} has a name that clients cannot read`;
    else if (value.isUnreadable)
      this.unreadable = `${isMessage ? 'the message' : 'a property'} ${of} has a character that clients cannot read`;
  }
}

/** A name, as far as it may be one. */
class Name {
  whole = Buffer.alloc(0);

  take(piece: Buffer): void {
    if (this.whole.length < longestName) this.whole = Buffer.concat([this.whole, piece]);
  }
}

/** A value, of which nothing is kept. */
class Value {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private last = Buffer.alloc(0);
  private isText = true;
  private found = false;

  take(piece: Buffer): void {
    if (!this.isText) return;
    this.found ||= hasUntold(Buffer.concat([this.last, piece.subarray(0, 2)])) || hasUntold(piece);
    this.last = Buffer.concat([this.last, piece]).subarray(-2);
    this.isText = !isEncoded(piece) && this.isUtf8(piece);
  }

  /** What is no text stands in the server's answers in an encoding. */
  get isUnreadable(): boolean {
    return this.found && this.isText && this.isUtf8();
  }

  /** So far; without a piece: all of it. */
  private isUtf8(piece?: Buffer): boolean {
    try {
      this.decoder.decode(piece, { stream: piece !== undefined });
      return true;
    } catch {
      return false;
    }
  }
}
