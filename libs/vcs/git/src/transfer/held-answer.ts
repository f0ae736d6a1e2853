import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { noCache, refuse, type TransferClient } from '@holdfast/vcs-spi/engine';
import { Gulps } from './gulps.js';
import { SetAside } from './set-aside.js';

/** More than this is not held back (bytes). */
const mostHeld = 256 << 10;

/** Characters of a reason that is told behind an answer. */
const longestReason = 500;

/**
 * An answer that is held back until it is certain that it is the right one: for a push until its body has been
 * read (a client that is still sending takes an early answer for a broken connection), for a packed body until
 * its checksum has been seen. Until then the status can still become an error.
 */
export class HeldAnswer {
  private readonly held: Buffer[] = [];
  private heldBytes = 0;
  private released = false;
  private started = false;
  private preface: Buffer | undefined;
  private aside: SetAside | undefined;
  /** What is set aside may be told. */
  private isTrue: Promise<void> = Promise.resolve();
  private hurry: () => void = () => undefined;
  /** git waits for the client no more. */
  private readonly hurried = new Promise<void>((resolve) => (this.hurry = resolve));
  /** What is carried passes through it. */
  through: (chunk: Buffer) => Buffer = (chunk) => chunk;

  constructor(
    private readonly response: ServerResponse,
    private readonly contentType: string,
    private readonly client: TransferClient,
  ) {}

  /** Nothing has gone to the client yet. */
  get pending(): boolean {
    return !this.started;
  }

  /** git has said something. */
  get hasContent(): boolean {
    return this.started || this.heldBytes > 0;
  }

  /**
   * From now on git does not wait for the client: he is told when it has ended, and `isTrue` has resolved. Where that
   * rejects the connection breaks off. What is much lies at `path` until then.
   */
  setAside(path: string, isTrue: Promise<void>): void {
    this.aside = new SetAside(path);
    this.isTrue = isTrue;
    this.hurry();
  }

  /** What comes before everything else. */
  prepend(chunk: Buffer): void {
    this.preface = chunk;
  }

  /** The whole answer at once. */
  give(content: Buffer): void {
    if (this.response.destroyed) return;
    this.started = true;
    this.released = true;
    this.response.writeHead(200, {
      'Content-Type': this.contentType,
      'Content-Length': content.length,
      ...noCache,
    });
    this.response.end(content);
  }

  /**
   * Carries all of `source`; slows it down to the speed of the client until `setAside`. Goes on reading when the client
   * is gone.
   * By events: an iterator would stop the reading after every chunk. A long answer is let gather in between.
   */
  carry(source: Readable): Promise<void> {
    const gulps = new Gulps();
    let emptying = false;
    let awaited: Promise<void> | undefined;
    const waitFor = async (until: Promise<void>): Promise<void> => {
      source.pause();
      awaited = until;
      await until;
      emptying = true;
      source.read(); // all that was read before the pause took effect, in one piece
      emptying = false;
      if (awaited === until) source.resume();
    };
    return new Promise((resolve, reject) => {
      source.on('data', (chunk: Buffer) => {
        gulps.hear(chunk.length);
        const full = this.take(this.through(chunk));
        const pause = full || emptying ? undefined : gulps.pauseBehind(chunk.length);
        if (full) void waitFor(full);
        else if (pause !== undefined) void waitFor(sleep(pause));
      });
      source.once('error', reject).once('close', () => void this.tellAside().then(resolve, reject));
    });
  }

  /** Holds the chunk back or sends it; a promise where the client is to be waited for. */
  private take(chunk: Buffer): Promise<void> | undefined {
    return this.aside ? this.aside.add(chunk) : this.hand(chunk);
  }

  private hand(chunk: Buffer): Promise<void> | undefined {
    if (!this.released && this.heldBytes + chunk.length <= mostHeld) {
      this.held.push(chunk);
      this.heldBytes += chunk.length;
      return undefined;
    }
    this.release();
    return this.write(chunk) ? undefined : Promise.race([this.drained(), this.hurried]);
  }

  /** At the speed of the client. Where it was not kept, the connection breaks off. */
  private async tellAside(): Promise<void> {
    try {
      await this.isTrue;
      for await (const piece of this.aside?.pieces() ?? []) {
        if (this.response.writableNeedDrain) await this.drained();
        if (this.response.destroyed) return;
        void this.hand(piece);
      }
    } catch {
      this.response.destroy();
    } finally {
      await this.aside?.drop();
    }
  }

  /** From here on everything goes to the client as it comes. */
  release(): void {
    if (this.released) return;
    this.released = true;
    for (const chunk of this.held.splice(0)) this.write(chunk);
  }

  /** What has gone to the client already is followed by this. */
  endWith(content: Buffer): void {
    this.release();
    this.write(content);
    this.end();
  }

  end(): void {
    this.release();
    this.start();
    if (!this.response.destroyed) this.response.end();
  }

  /** The end, with the exit status of the program in its trailers, and why it failed. */
  endTold({ code, reason }: { code: number; reason?: string }): void {
    this.release();
    this.start();
    if (this.response.destroyed) return;
    this.response.addTrailers({
      'x-hf-exit': String(code),
      ...(reason === undefined
        ? {}
        : { 'x-hf-reason': encodeURIComponent(wellFormed(reason.slice(0, longestReason))) }),
    });
    this.response.end();
  }

  /** An error status with a one-line reason, or, when the answer has begun, a broken connection. */
  fail(status: number, reason: string): void {
    if (this.response.destroyed) return;
    if (this.started) this.response.destroy();
    else refuse(this.response, status, reason);
    this.started = true;
    this.released = true;
  }

  private start(): void {
    if (this.started) return;
    this.started = true;
    if (this.response.destroyed) return;
    this.response.writeHead(200, { 'Content-Type': this.contentType, ...noCache });
    if (this.preface) this.response.write(this.preface);
  }

  /** False: the client is slower than this. */
  private write(chunk: Buffer): boolean {
    this.start();
    this.client.moved(chunk.length);
    return this.response.destroyed || this.response.write(chunk);
  }

  /** A client that takes nothing for too long is given up. */
  private async drained(): Promise<void> {
    const { response } = this;
    let done = (): void => undefined;
    const taken = new Promise<void>((resolve) => (done = resolve));
    response.on('drain', done).on('close', done);
    await this.client.answers(taken).catch(() => response.destroy());
    response.off('drain', done).off('close', done);
  }
}

/** A text that was cut may end with half a character. */
const wellFormed = (text: string): string => Buffer.from(text).toString();
