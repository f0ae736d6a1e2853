/**
 * Reads along, without holding anything up, in the list of commands with which a push begins (pkt-lines up to
 * the first flush), and gives the full name of each ref in it. git withholds hidden refs from its hook and
 * would take the rest of the push; this is how the whole push is refused all the same. What is not well formed
 * ends the scan: git itself refuses it.
 */
export class CommandScan {
  private rest = Buffer.alloc(0);
  private finished = false;

  constructor(private readonly found: (ref: string) => void) {}

  read(chunk: Buffer): void {
    if (this.finished) return;
    let bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    while (bytes.length >= 4) {
      const digits = bytes.toString('latin1', 0, 4);
      const length = /^[0-9a-fA-F]{4}$/.test(digits) ? parseInt(digits, 16) : 0;
      if (length < 4) return this.finish();
      if (bytes.length < length) break;
      this.line(bytes.toString('utf8', 4, length));
      bytes = bytes.subarray(length);
    }
    this.rest = Buffer.from(bytes);
  }

  private line(text: string): void {
    const ref = /^[0-9a-f]{40} [0-9a-f]{40} ([^\0\n]+)/.exec(text)?.[1];
    if (ref !== undefined) this.found(ref);
  }

  private finish(): void {
    this.finished = true;
    this.rest = Buffer.alloc(0);
  }
}
