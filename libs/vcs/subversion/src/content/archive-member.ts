/** A file in an archive. */
export interface ArchiveMember {
  path: string;
  isExecutable: boolean;
  /** Bytes of its contents. */
  size: number;
  /** Of a symlink: where it leads; then it has no contents. */
  target?: string;
  contents: () => Promise<AsyncIterable<Buffer>>;
}

/** Writes an archive of these files as they come. `at`: the time of all of them (seconds since 1970). */
export type ArchiveWriter = (members: AsyncIterable<ArchiveMember>, at: number) => AsyncGenerator<Buffer>;
