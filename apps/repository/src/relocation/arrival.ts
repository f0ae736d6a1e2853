import { lstat, mkdir, open, rename } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { removeTree, syncPath, unlessGone } from '@holdfast/kernel';
import type { DiskGate, EngineRequest } from '@holdfast/vcs-spi';
import { placeBeside } from '@holdfast/vcs-spi/engine';
import { isPathBelow, type CopyAnswer, type CopyFrame } from './copy-frames.js';
import { FrameReader } from './frame-reader.js';

/** What a ticket allows that is for a repository which another node sends. */
export interface ArrivalGrant {
  /** The one request that it allows. */
  exchange: EngineRequest;
  /** Its uuid. */
  repository: string;
  /** The name of the attempt; where it is to lie, absolute; the id of its kind. */
  arrival: { name: string; directory: string; kind: string };
}

/** What arrivals stand on. */
export interface ArrivalParts {
  /** Absent where nobody asks how full the disk is. */
  disk?: Pick<DiskGate, 'take'> | undefined;
  /** What a repository consists of, as its engine says it. */
  summary(kind: string, directory: string): Promise<string>;
}

/**
 * A repository that comes from another node. It grows beside its place, under a name by which what was cut off is
 * found, and becomes the repository when who sends it says so. If that was not said before the exchange ends, nothing
 * is left.
 */
export class Arrival {
  private readonly staging: string;
  /** In which something was made or removed since the last round. */
  private readonly touched = new Set<string>();

  private constructor(
    private readonly grant: ArrivalGrant,
    private readonly parts: ArrivalParts,
    private readonly frames: FrameReader,
  ) {
    this.staging = placeBeside(grant.arrival.directory, 'new');
  }

  /** Ends when who sends it ends it. */
  static async exchange(
    grant: ArrivalGrant,
    parts: ArrivalParts,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const arrival = new Arrival(grant, parts, new FrameReader(request));
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    response.flushHeaders();
    const say = (answer: CopyAnswer): void => void response.write(`${JSON.stringify(answer)}\n`);
    try {
      await arrival.receive(say);
    } catch (error) {
      if (!response.destroyed) say({ problem: error instanceof Error ? error.message : 'failed' });
    } finally {
      await removeTree(arrival.staging);
      response.end();
    }
  }

  private async receive(say: (answer: CopyAnswer) => void): Promise<void> {
    await mkdir(this.staging, { recursive: true, mode: 0o700 });
    for (let line = await this.frames.line(); line !== undefined; line = await this.frames.line()) {
      const frame = JSON.parse(line) as CopyFrame;
      if ('file' in frame) await this.file(frame);
      else if ('directory' in frame) await this.directory(frame.directory);
      else if ('gone' in frame) await this.gone(frame.gone);
      else if ('round' in frame) {
        await this.settle();
        say({ round: frame.round });
      } else if ('place' in frame) say({ summary: await this.place() });
      else throw new Error('nobody knows such a frame');
    }
  }

  private async file({ file, size, mode }: { file: string; size: number; mode: number }): Promise<void> {
    const path = this.below(file);
    // What is there may have other names.
    await removeTree(path);
    const handle = await open(path, 'wx', (mode & 0o755) | 0o600);
    try {
      let sum = 0;
      for await (const piece of this.frames.bytes(size)) {
        if ((await this.parts.disk?.take(piece.length)) === false) throw new Error('the disk there is full');
        sum = crc32(piece, sum);
        await handle.writeFile(piece);
      }
      const told = JSON.parse((await this.frames.line()) ?? '{}') as Partial<{ sum: number }>;
      if (told.sum !== sum) throw new Error('a file came to harm on its way');
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  private async directory(name: string): Promise<void> {
    const path = this.below(name);
    await mkdir(path, { recursive: true, mode: 0o700 });
    this.touched.add(path);
  }

  private async gone(name: string): Promise<void> {
    await removeTree(this.below(name));
  }

  /** All that has come is on the disk. */
  private async settle(): Promise<void> {
    for (const path of this.touched) await syncPath(path).catch(unlessGone);
    this.touched.clear();
  }

  private async place(): Promise<string> {
    const { directory, kind } = this.grant.arrival;
    await this.settle();
    if (await lstat(directory).catch(() => undefined))
      throw new Error('there is an earlier copy in its place');
    await rename(this.staging, directory);
    await syncPath(dirname(directory));
    return this.parts.summary(kind, directory);
  }

  private below(path: string): string {
    if (!isPathBelow(path)) throw new Error('a path leads elsewhere');
    const whole = join(this.staging, path);
    this.touched.add(dirname(whole));
    return whole;
  }
}
