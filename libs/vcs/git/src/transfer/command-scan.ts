import { isReserved, reservedPrefix } from '../refs/ref-name.js';
import { digitOf, lengthAt, packetHead } from './pkt-line.js';

/** What the part of a push before its pack may hold. */
export interface CommandLimits {
  /** References in one push. */
  commands: number;
}

export const usualCommandLimits: CommandLimits = { commands: 50_000 };

const known = ['report-status', 'report-status-v2', 'side-band', 'side-band-64k', 'push-options'] as const;
type Capability = (typeof known)[number];

/** Room for each command (bytes): 86 are its ids, the rest its name. */
const bytesPerCommand = 200;
const leastBytes = 1 << 20;
/** Most bytes of a list of so many commands. */
export const mostListBytes = (commands: number): number => Math.max(leastBytes, commands * bytesPerCommand);
/** Four letters, a version, and the number of objects. */
const packHeadLength = 12;
const mostOptions = 1000;
export const mostOptionBytes = 64 << 10;
/** So many bytes of names are kept of refs that nobody may write. */
const mostReservedBytes = 64 << 10;
/** git brings so many references, and directories for them, to the disk one by one; more lie there together sooner. */
const mostSingle = 200;
/** Or references of so many bytes of names and ids, whatever they are. */
const mostSingleBytes = 64 << 10;
/** A list of commands up to this length is of few in any case, and git makes them one after the other (bytes). */
export const fewCommands = 4 << 10;
/** Two ids and the blanks behind them. */
const idsLength = 82;

/**
 * Reads along, without holding anything up and without keeping it, in what a push has before its pack: the list of
 * commands and the push options, each in pkt-lines up to a flush. Finds the refs that nobody may write: git withholds
 * hidden refs from its hook and would take the rest of the push; this is how the whole push is refused all the same.
 * What is not well formed ends the scan: git itself refuses it.
 */
export class CommandScan {
  /** Why the push goes no further, in one line. */
  refusal: string | undefined;
  /** How many refs it wants to change. */
  commands = 0;
  /** How many directories their names need beyond a few each. */
  directories = 0;
  /** Bytes of the list of commands; git gives its hook no more. */
  listBytes = 0;
  /** The full names of refs among them that nobody may write: all that 64 KiB hold. */
  readonly reserved: string[] = [];
  /** Bytes of the pack that have passed. */
  packBytes = 0;
  private rest = Buffer.alloc(0);
  private packHead = Buffer.alloc(0);
  private section: 'commands' | 'options' | 'pack' = 'commands';
  private readonly capabilities = new Set<Capability>();
  private reservedBytes = 0;
  /** Where the next NUL of the bytes at hand is, as far as they have been read. */
  private nul = -1;
  private options = 0;
  private optionBytes = 0;

  constructor(private readonly limits: CommandLimits = usualCommandLimits) {}

  /** Whether the client said of itself that it understands this. */
  understands(capability: Capability): boolean {
    return this.capabilities.has(capability);
  }

  /** All references that it wants to change are known. */
  get isListed(): boolean {
    return this.section !== 'commands' || this.refusal !== undefined;
  }

  /** They are so many that they are brought to the disk together. git then changes them in one transaction. */
  get isMany(): boolean {
    if (this.listBytes <= fewCommands) return false;
    return this.commands + this.directories > mostSingle || this.listBytes > mostSingleBytes;
  }

  /** The pack is next, or there is nothing to be read any more. */
  get finished(): boolean {
    return this.section === 'pack' || this.refusal !== undefined;
  }

  /** How many objects the pack says that it has; git takes no other number of them. */
  get objects(): number | undefined {
    return this.packHead.length < packHeadLength ? undefined : this.packHead.readUInt32BE(8);
  }

  read(chunk: Buffer): void {
    if (this.finished) return this.readPack(chunk);
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let at = 0;
    this.nul = -1;
    while (bytes.length - at >= packetHead && !this.finished) {
      const length = lengthAt(bytes, at);
      if (length < packetHead) {
        this.endSection();
        at += packetHead;
        continue;
      }
      if (bytes.length - at < length) break;
      if (this.section === 'commands') this.command(bytes, at + packetHead, at + length);
      else this.option(length);
      at += length;
    }
    if (this.finished) this.readPack(bytes.subarray(at));
    this.rest = this.finished ? Buffer.alloc(0) : Buffer.from(bytes.subarray(at));
  }

  private readPack(bytes: Buffer): void {
    this.packBytes += bytes.length;
    const missing = packHeadLength - this.packHead.length;
    if (missing > 0) this.packHead = Buffer.concat([this.packHead, bytes.subarray(0, missing)]);
  }

  /** Makes no text of the line, of which there may be very many, unless it needs to. */
  private command(bytes: Buffer, start: number, end: number): void {
    this.listBytes += end - start + packetHead;
    if (this.nul < start) this.nul = nextNul(bytes, start);
    if (this.nul < end) this.learn(bytes.toString('utf8', this.nul, end));
    if (isCommand(bytes, start, end)) {
      this.commands += 1;
      this.directories += directoriesOf(bytes, start + idsLength, Math.min(this.nul, end));
      this.look(bytes, start + idsLength, end);
    }
    const { commands } = this.limits;
    const begins = (word: string): boolean =>
      bytes.toString('latin1', start, Math.min(end, start + word.length)) === word;
    if (begins(signed)) this.refusal = 'signed pushes are not accepted';
    else if (hasLineEnd(bytes, start, this.nul, end))
      this.refusal = 'the name of a reference cannot have the end of a line in it';
    // Those that clients send stand before all else, and were taken away.
    else if (begins(shallow)) this.refusal = 'a push has a shallow line as no client of git sends it';
    else if (this.commands > commands)
      this.refusal = `a push may change ${commands} references at most: push them in several parts`;
    else if (this.listBytes > mostListBytes(commands))
      this.refusal = 'the names of the references of this push are too long: push them in several parts';
  }

  private look(bytes: Buffer, start: number, end: number): void {
    if (!isReserved(bytes.toString('latin1', start, Math.min(end, start + reservedPrefix)))) return;
    if ((this.reservedBytes += end - start) > mostReservedBytes) return;
    this.reserved.push(/^[^\0\n]*/.exec(bytes.toString('utf8', start, end))?.[0] ?? '');
  }

  /**
   * What stands between the first NUL and the next, parted by whatever git takes for blanks, with or without a value.
   */
  private learn(text: string): void {
    const [, list] = text.split('\0', 2);
    const words = list.split(/[ \t\r\n]/).map((word) => word.split('=', 1)[0]);
    for (const capability of known) if (words.includes(capability)) this.capabilities.add(capability);
  }

  private option(length: number): void {
    this.options += 1;
    this.optionBytes += length;
    if (this.options > mostOptions || this.optionBytes > mostOptionBytes)
      this.refusal = `a push may have ${mostOptions} options and ${mostOptionBytes >> 10} KiB of them at most`;
  }

  private endSection(): void {
    const more = this.section === 'commands' && this.understands('push-options');
    this.section = more ? 'options' : 'pack';
  }
}

const signed = 'push-cert';
const shallow = 'shallow ';

/** A name may be so deep. */
const freeParts = 8;

const directoriesOf = (bytes: Buffer, start: number, end: number): number => {
  let parts = 1;
  for (let at = start; at < end; at += 1) if (bytes[at] === slash) parts += 1;
  return Math.max(0, parts - freeParts);
};

const slash = 0x2f;

const nextNul = (bytes: Buffer, start: number): number => {
  const at = bytes.indexOf(0, start);
  return at < 0 ? Infinity : at;
};

const lineEnd = 0x0a;

/**
 * Whether a command, which ends at the NUL at `nul`, has the end of a line in it: git tells its hook of each in a line,
 * which would be two then, of commands that git knows nothing of. From the end of its packet git takes one away.
 */
const hasLineEnd = (bytes: Buffer, start: number, nul: number, end: number): boolean => {
  const last = bytes[end - 1] === lineEnd ? end - 1 : end;
  return bytes.subarray(start, Math.min(nul, last)).includes(lineEnd);
};

/** Whether the line is two ids and a name: `<old> <new> <ref>`. */
const isCommand = (bytes: Buffer, start: number, end: number): boolean => {
  if (end - start <= idsLength) return false;
  const first = bytes[start + idsLength];
  if (first === 0 || first === lineEnd) return false;
  for (let at = 0; at < idsLength; at += 1) {
    const byte = bytes[start + at];
    const isBlank = at === 40 || at === 81;
    if (isBlank ? byte !== 0x20 : digitOf(byte) < 0) return false;
  }
  return true;
};
