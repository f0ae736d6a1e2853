/** Buffers that are used again while they are still warm in the processor's cache. */
export class BufferPool {
  private readonly free: Buffer[] = [];

  /** `size` in bytes of each buffer; `kept`: most of them that wait for their next use. */
  constructor(
    readonly size: number,
    private readonly kept: number,
  ) {}

  take(): Buffer {
    return this.free.pop() ?? Buffer.allocUnsafeSlow(this.size);
  }

  give(buffer: Buffer): void {
    if (this.free.length < this.kept) this.free.push(buffer);
  }
}
