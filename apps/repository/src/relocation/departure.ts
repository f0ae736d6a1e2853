import { open } from 'node:fs/promises';
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { peerRequest, type BytePeers } from '@holdfast/platform/byte-ports';
import { listDirectory, lookOf, type FileLook } from '@holdfast/platform/files';
import { loopShare } from '@holdfast/kernel';
import type { CopyAnswer, CopyFrame } from './copy-frames.js';
import { FrameReader } from './frame-reader.js';

/** A node that says nothing for so long is away (ms). */
const patience = 120_000;
/** Bytes that are read together. */
const pieceBytes = 256 << 10;
/** The clock of file systems ticks; what was written to in the same tick looks the same (nanoseconds). */
const tick = 20_000_000n;

/** What a repository goes to. */
export interface Destination {
  /** `http://host:port` of the byte process there. */
  address: string;
  ticket: string;
  path: string;
}

/** What a round has carried. */
export interface CopyRound {
  /** Files and directories that were sent or taken away. */
  entries: number;
  bytes: number;
}

/**
 * Copies the directory of a repository to another node, in rounds: each carries what has changed since the one before.
 * The directory may be written to meanwhile. A round that finds nothing to carry says that the copy is what the
 * directory was at that time.
 */
export class Departure {
  /** What lies at the other node as it does here. */
  private readonly sent = new Map<string, FileLook>();
  private readonly directories = new Set<string>();
  private readonly request: ClientRequest;
  private readonly answers: Promise<FrameReader>;
  private failure: Error | undefined;
  private rounds = 0;
  /** Bytes that have been sent in all. */
  bytes = 0;

  /**
   * `lasting`: paths of files that never change once they have their names.
   * @throws PeerRefused where nothing may be sent there
   */
  constructor(
    private readonly directory: string,
    destination: Destination,
    peers: BytePeers,
    private readonly lasting?: RegExp,
  ) {
    this.request = peerRequest(peers, destination, {
      method: 'POST',
      headers: { 'x-hf-ticket': destination.ticket, 'transfer-encoding': 'chunked' },
      timeout: patience,
    });
    this.request.on('error', (error) => (this.failure ??= error));
    this.request.on('timeout', () => this.request.destroy(new Error('the other node says nothing')));
    this.answers = once(this.request, 'response').then(([response]: unknown[]) =>
      readerOf(response as IncomingMessage),
    );
    this.answers.catch(() => undefined);
    this.request.flushHeaders();
  }

  /** @throws Error where it goes no further */
  async round(): Promise<CopyRound> {
    const { files, directories } = await listDirectory(this.directory, {
      known: (path) => this.lastingLook(path),
    });
    const before = this.bytes;
    // First what is gone: a name may have become that of a directory.
    let entries = await this.sendGone(files, new Set(directories));
    for (const path of directories) {
      if (this.directories.has(path)) continue;
      this.directories.add(path);
      await this.send({ directory: path });
      entries += 1;
    }
    for (const [path, look] of files) {
      if (this.sent.get(path)?.mark === look.mark) continue;
      if (await this.sendFile(path)) entries += 1;
    }
    this.rounds += 1;
    await this.send({ round: this.rounds });
    const answer = await this.answer();
    if (!('round' in answer) || answer.round !== this.rounds) throw new Error('the other node is confused');
    return { entries, bytes: this.bytes - before };
  }

  /** The copy becomes the repository there; answers what it consists of. */
  async place(): Promise<string> {
    await this.send({ place: true });
    const answer = await this.answer();
    if (!('summary' in answer)) throw new Error('the other node is confused');
    return answer.summary;
  }

  /** What was not placed is removed there. */
  end(): void {
    this.request.destroy();
  }

  private lastingLook(path: string): FileLook | undefined {
    return this.lasting?.test(path) ? this.sent.get(path) : undefined;
  }

  /** False: it is gone. */
  private async sendFile(path: string): Promise<boolean> {
    const file = await open(join(this.directory, path), 'r').catch(() => undefined);
    if (!file) return false;
    try {
      const stats = await file.stat({ bigint: true });
      if (!stats.isFile()) return false;
      const look = lookOf(stats);
      const isSettled = BigInt(Date.now()) * 1_000_000n - stats.ctimeNs > tick;
      await this.send({ file: path, size: look.size, mode: Number(stats.mode) & 0o777 });
      let sum = 0;
      let left = look.size;
      const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(look.size, 1)));
      while (left > 0) {
        const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, left));
        // It has become shorter: the rest is nothing, and the next round sends it again.
        const piece =
          bytesRead > 0
            ? Buffer.from(buffer.subarray(0, bytesRead))
            : Buffer.alloc(Math.min(left, pieceBytes));
        sum = crc32(piece, sum);
        left -= piece.length;
        this.bytes += piece.length;
        await this.write(piece);
      }
      await this.send({ sum });
      if (isSettled) this.sent.set(path, look);
      else this.sent.set(path, { ...look, mark: '' });
      return true;
    } finally {
      await file.close();
    }
  }

  private async sendGone(
    files: ReadonlyMap<string, FileLook>,
    directories: ReadonlySet<string>,
  ): Promise<number> {
    let entries = 0;
    for (const [known, present] of [
      [this.sent, files],
      [this.directories, directories],
    ] as const)
      for (const path of [...known.keys()].reverse()) {
        if (present.has(path)) continue;
        known.delete(path);
        await this.send({ gone: path });
        entries += 1;
      }
    return entries;
  }

  private send(frame: CopyFrame): Promise<void> {
    return this.write(Buffer.from(`${JSON.stringify(frame)}\n`));
  }

  private async write(piece: Buffer): Promise<void> {
    if (this.failure) throw this.failure;
    if (loopShare.isOver) await loopShare.pass();
    if (this.request.write(piece)) return;
    await this.drained();
    if (this.request.destroyed) throw this.failure ?? new Error('the other node has ended the copy');
  }

  private drained(): Promise<void> {
    const { request } = this;
    // It says that it has closed once: perhaps it has.
    if (request.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        for (const event of ['drain', 'close']) request.off(event, done);
        resolve();
      };
      for (const event of ['drain', 'close']) request.once(event, done);
    });
  }

  private async answer(): Promise<CopyAnswer> {
    const line = await (await this.answers).line();
    if (line === undefined) throw new Error('the other node has ended the copy');
    const answer = JSON.parse(line) as CopyAnswer;
    if ('problem' in answer) throw new Error(answer.problem);
    return answer;
  }
}

const readerOf = (response: IncomingMessage): FrameReader => {
  if (response.statusCode !== 200) throw new Error(`the other node answers with ${response.statusCode}`);
  return new FrameReader(response);
};
