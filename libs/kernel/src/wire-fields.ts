/** The length-prefixed fields of RFC 4251, read to the last byte. */
export class WireFields {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  /** @throws RangeError where the bytes end before the field. */
  next(): Buffer {
    const length = this.take(4).readUInt32BE();
    return this.take(length);
  }

  text(): string {
    return this.next().toString('latin1');
  }

  /** So many bytes as they are. */
  take(length: number): Buffer {
    const end = this.at + length;
    if (end > this.bytes.length) throw new RangeError('the fields are cut');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  /** @throws RangeError where something follows. */
  end(): void {
    if (this.at !== this.bytes.length) throw new RangeError('something follows the fields');
  }
}
