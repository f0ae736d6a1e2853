/** Where a part of an upload is written: a file that is open in this process, and the offset in it. */
export interface PartPlace {
  readonly fd: number;
  readonly position: number;
}

/** What becomes of the parts of one upload. */
export interface PartSink {
  /** Where the bytes from `offset` of the upload on go; may wait for room. Parts are placed in their order. */
  place(offset: number, length: number): PartPlace | Promise<PartPlace>;
  /** The part from `offset` on is written where it was placed. */
  written?(offset: number, length: number): void;
  /** All of an upload that is small. */
  whole(bytes: Uint8Array): Promise<void>;
}
