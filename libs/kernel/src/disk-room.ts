import { statfs } from 'node:fs/promises';

/** Bytes of a file system, and those of them that may still be written. */
export interface DiskSpace {
  total: number;
  free: number;
  /** How many files it can have, and how many more. Absent: as many as there are bytes for. */
  files?: { total: number; free: number };
}

/** What is about to be written: bytes, and files and directories. */
export interface DiskNeed {
  bytes: number;
  files: number;
}

/** `low`: all goes on, but the operator should look. `full`: only the reserve is left. */
export type DiskLevel = 'enough' | 'low' | 'full';

/** How long a look at the disk holds (ms). */
const validFor = 1_000;

/** What is kept free where nobody says how much: the database and the broker may write to the same disk. */
export const usualReserve = (total: number): number => Math.min(Math.floor(total / 20), 2 ** 30);

/** `left`: what may be written until only the reserve is left. */
export const diskLevel = (left: number, reserve: number): DiskLevel => {
  if (left < 0) return 'full';
  return left < reserve ? 'low' : 'enough';
};

const look = async (directory: string): Promise<DiskSpace> => {
  const { bavail, blocks, bsize, files, ffree } = await statfs(directory);
  // Some file systems do not know how large they are.
  const bytes = blocks === 0 ? { total: 0, free: Infinity } : { total: blocks * bsize, free: bavail * bsize };
  return files === 0 ? bytes : { ...bytes, files: { total: files, free: ffree } };
};

/** So many files can still be made until only a twentieth of all that there can be is left. */
const filesLeft = ({ files }: DiskSpace): number =>
  files ? files.free - Math.floor(files.total / 20) : Infinity;

const nothing: DiskNeed = { bytes: 0, files: 0 };

const sumOf = (one: DiskNeed, { bytes, files }: DiskNeed): DiskNeed => ({
  bytes: one.bytes + bytes,
  files: one.files + files,
});

/**
 * How much may still be written to the disk of a directory, so that a reserve stays free. The system is asked once a
 * second at most, whoever wants to know; what was let in since counts as written, and what is held until it is given
 * back.
 */
export class DiskRoom {
  private looked: { until: number; space: Promise<DiskSpace> } | undefined;
  /** What was given out since the disk was looked at. */
  private taken = nothing;
  private held = nothing;

  /** `reserve`: bytes; without it the usual one. */
  constructor(
    private readonly directory: string,
    private readonly reserve?: number,
    private readonly lookAt = look,
  ) {}

  /** Bytes; less than 0 where some of the reserve is taken. Rejects where nobody knows. */
  async left(): Promise<number> {
    return this.leftOf(await this.space());
  }

  /** Bytes that stay free. Rejects likewise. */
  async reserved(): Promise<number> {
    return this.reserveOf(await this.space());
  }

  /** Whether so many bytes more may be written: ask before they are. 0: whether any may. */
  async take(bytes: number): Promise<boolean> {
    // Nothing is waited for between the look and the taking: what one gets no other gets too.
    if (this.leftOf(await this.space()) < bytes) return false;
    this.taken = sumOf(this.taken, { bytes, files: 0 });
    return true;
  }

  /**
   * The same for what is written later, or takes longer than a look holds: it counts as written from now on until what
   * is answered is called. Undefined: there is no room for it.
   */
  async hold(need: DiskNeed): Promise<(() => void) | undefined> {
    const space = await this.space();
    if (this.leftOf(space) < need.bytes || this.filesLeftOf(space) < need.files) return undefined;
    this.held = sumOf(this.held, need);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.held = sumOf(this.held, { bytes: -need.bytes, files: -need.files });
      // It may have been written since the last look.
      this.taken = sumOf(this.taken, need);
    };
  }

  /** The disk as the system shows it. Rejects where nobody knows. */
  seen(): Promise<DiskSpace> {
    return this.space();
  }

  async level(): Promise<DiskLevel> {
    const space = await this.space();
    return diskLevel(this.leftOf(space), this.reserveOf(space));
  }

  /** What the operator should know, in one line; undefined: there is enough. */
  async note(): Promise<string | undefined> {
    const space = await this.space();
    const [left, reserve] = [this.leftOf(space), this.reserveOf(space)];
    const level = diskLevel(left, reserve);
    if (filesLeft(space) < 0)
      return `the disk is full, what takes room is refused: it takes ${space.files?.free} files more, which are kept in reserve`;
    if (level === 'enough') return undefined;
    const amounts = `${inMebibytes(left + reserve)} are free, ${inMebibytes(reserve)} of them are kept in reserve`;
    return level === 'low'
      ? `the disk is nearly full: ${amounts}`
      : `the disk is full, what takes room is refused: ${amounts}`;
  }

  private reserveOf({ total }: DiskSpace): number {
    return this.reserve ?? usualReserve(total);
  }

  private leftOf(space: DiskSpace): number {
    const left = space.free - this.reserveOf(space) - this.taken.bytes - this.held.bytes;
    return this.filesLeftOf(space) < 0 ? Math.min(left, -1) : left;
  }

  private filesLeftOf(space: DiskSpace): number {
    return filesLeft(space) - this.taken.files - this.held.files;
  }

  private space(): Promise<DiskSpace> {
    // The clock of the machine may be set back.
    const now = performance.now();
    if (!this.looked || now >= this.looked.until) {
      this.looked = { until: now + validFor, space: this.lookAt(this.directory) };
      this.taken = nothing;
    }
    return this.looked.space;
  }
}

const inMebibytes = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MiB`;
