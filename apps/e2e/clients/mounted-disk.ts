import { existsSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { scratch } from '../scratch.js';
import { run } from './program.js';

const must = async (program: string, ...args: string[]): Promise<void> => {
  const { status, output } = await run(program, args, { cwd: '/' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${output}`);
};

/** Bounds of the group of all processes, those of the kernel included; the other hierarchy of groups has none there. */
const throttle = (what: string): string => `/sys/fs/cgroup/blkio/blkio.throttle.${what}_device`;
const bounds = ['read_iops', 'write_iops', 'read_bps', 'write_bps'] as const;

type Speed = Partial<Record<(typeof bounds)[number], number>>;

const isRoot = process.getuid?.() === 0;

/** Why there can be no small disk here; undefined: there can. */
export const noSmallDisk = isRoot ? undefined : 'only root mounts';
/** Why there can be none that is slow. */
export const noSlowDisk = !isRoot
  ? 'only root mounts'
  : existsSync(throttle('write_iops'))
    ? undefined
    : 'no group of all processes (cgroup v1, blkio) whose disk could be slowed down';

/** A file system of its own. */
export class MountedDisk {
  private constructor(readonly directory: string) {}

  /** One in memory, of so many MiB. */
  static async small(mebibytes: number): Promise<MountedDisk> {
    const directory = join(await scratch(), 'disk');
    await mkdir(directory);
    await must('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'small', directory);
    return new MountedDisk(directory);
  }

  /** One of a device of its own, which can be slowed down. */
  static async slowable(mebibytes: number): Promise<MountedDisk> {
    const [directory, image] = [join(await scratch(), 'disk'), join(await scratch(), 'image')];
    await mkdir(directory);
    await must('truncate', '-s', `${mebibytes}M`, image);
    await must('mkfs.ext4', '-q', '-F', image);
    await must('mount', '-o', 'loop', image, directory);
    return new MountedDisk(directory);
  }

  /** Requests and bytes in a second; without any it is as fast as before. */
  setSpeed(speed: Speed = {}): void {
    const { dev } = statSync(this.directory);
    // As Linux packs the two numbers of a device.
    const [major, minor] = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)];
    for (const bound of bounds) writeFileSync(throttle(bound), `${major}:${minor} ${speed[bound] ?? 0}`);
  }

  /** Takes all the room that is left, also what others have given back since. */
  async fill(): Promise<void> {
    const file = await open(join(this.directory, 'filling'), 'a');
    try {
      for (let size = 2 ** 20; size >= 2 ** 12;)
        try {
          await file.write(Buffer.alloc(size));
        } catch {
          size >>= 4;
        }
    } finally {
      await file.close();
    }
  }

  /** Gives it back. */
  async empty(): Promise<void> {
    await rm(join(this.directory, 'filling'), { force: true });
  }

  /** How long it takes until 4 KiB are on it for sure (ms). */
  async delay(): Promise<number> {
    const path = join(this.directory, 'probe');
    const file = await open(path, 'w');
    try {
      await file.write(Buffer.alloc(2 ** 12));
      const from = performance.now();
      await file.sync();
      return performance.now() - from;
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
  }

  async remove(): Promise<void> {
    await must('umount', this.directory);
  }
}
