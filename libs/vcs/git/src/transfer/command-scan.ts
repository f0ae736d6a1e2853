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
/** Four letters, a version, and the number of objects. */
const packHeadLength = 12;
const mostOptions = 1000;
const mostOptionBytes = 64 << 10;

/** So many bytes may stand before the pack, or reach us through the hook. */
export const commandBytes = ({ commands }: CommandLimits): number =>
  Math.max(leastBytes, commands * bytesPerCommand) + mostOptionBytes;

/**
 * Reads along, without holding anything up, in what a push has before its pack: the list of commands and the push
 * options, each in pkt-lines up to a flush. Gives the full name of each ref of a command: git withholds hidden refs
 * from its hook and would take the rest of the push; this is how the whole push is refused all the same. What is
 * not well formed ends the scan: git itself refuses it.
 */
export class CommandScan {
  /** Why the push goes no further, in one line. */
  refusal: string | undefined;
  /** How many refs it wants to change. */
  commands = 0;
  /** Bytes of the pack that have passed. */
  packBytes = 0;
  private rest = Buffer.alloc(0);
  private packHead = Buffer.alloc(0);
  private section: 'commands' | 'options' | 'pack' = 'commands';
  private readonly capabilities = new Set<Capability>();
  private bytes = 0;
  private options = 0;
  private optionBytes = 0;

  constructor(
    private readonly found: (ref: string) => void,
    private readonly limits: CommandLimits = usualCommandLimits,
  ) {}

  /** Whether the client said of itself that it understands this. */
  understands(capability: Capability): boolean {
    return this.capabilities.has(capability);
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
    let bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    while (bytes.length >= 4 && !this.finished) {
      const digits = bytes.toString('latin1', 0, 4);
      const length = /^[0-9a-fA-F]{4}$/.test(digits) ? parseInt(digits, 16) : 0;
      if (length < 4) {
        this.endSection();
        bytes = bytes.subarray(4);
        continue;
      }
      if (bytes.length < length) break;
      if (this.section === 'commands') this.command(bytes.subarray(4, length));
      else this.option(length);
      bytes = bytes.subarray(length);
    }
    if (this.finished) this.readPack(bytes);
    this.rest = this.finished ? Buffer.alloc(0) : Buffer.from(bytes);
  }

  private readPack(bytes: Buffer): void {
    this.packBytes += bytes.length;
    const missing = packHeadLength - this.packHead.length;
    if (missing > 0) this.packHead = Buffer.concat([this.packHead, bytes.subarray(0, missing)]);
  }

  private command(line: Buffer): void {
    this.bytes += line.length + 4;
    const text = line.toString('utf8');
    if (text.includes('\0')) this.learn(text);
    const ref = /^[0-9a-f]{40} [0-9a-f]{40} ([^\0\n]+)/i.exec(text)?.[1];
    if (ref !== undefined) {
      this.commands += 1;
      this.found(ref);
    }
    const { commands } = this.limits;
    if (text.startsWith('push-cert')) this.refusal = 'signed pushes are not accepted';
    else if (this.commands > commands)
      this.refusal = `a push may change ${commands} references at most: push them in several parts`;
    else if (this.bytes > commandBytes(this.limits) - mostOptionBytes)
      this.refusal = 'the names of the references of this push are too long: push them in several parts';
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
