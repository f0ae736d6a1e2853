import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Why a body did not come to its end. */
export class BodyFailure extends Error {
  constructor(
    readonly cause: 'gone' | 'stalled' | 'broken' | 'too_large',
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export interface BodyLimits {
  /** The longest pause between two chunks (ms). */
  idle: number;
  /** Bytes after unpacking; absent: any number. */
  size?: number;
}

export function isPacked(request: IncomingMessage): boolean {
  return encodingOf(request) === 'gzip' || encodingOf(request) === 'x-gzip';
}

export function isReadable(request: IncomingMessage): boolean {
  return ['', 'identity', 'gzip', 'x-gzip'].includes(encodingOf(request));
}

function encodingOf(request: IncomingMessage): string {
  return (request.headers['content-encoding'] ?? '').trim().toLowerCase();
}

/** The chunks of the body, unpacked. Throws a `BodyFailure` where the body ends before its end. */
export async function* chunksOf(request: IncomingMessage, limits: BodyLimits): AsyncGenerator<Buffer> {
  const source: Readable = isPacked(request) ? unpacked(request) : request;
  const iterator = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let size = 0;
  try {
    for (;;) {
      const next = await withinTime(iterator.next(), limits.idle);
      if (next.done) return;
      size += next.value.length;
      if (limits.size !== undefined && size > limits.size) {
        throw new BodyFailure('too_large', 413, 'the request is too large');
      }
      yield next.value;
    }
  } catch (error) {
    throw failureOf(error);
  }
}

/** The connection stays, so that the client can still be told. */
async function withinTime<T>(work: Promise<T>, time: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BodyFailure('stalled', 408, 'the request body stalled')), time);
  });
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function unpacked(request: IncomingMessage): Readable {
  // The pipeline's own error reaches the reader of the gunzip.
  return pipeline(request, createGunzip(), () => undefined);
}

function failureOf(error: unknown): BodyFailure {
  if (error instanceof BodyFailure) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code.startsWith('Z_')) return new BodyFailure('broken', 400, 'the request body is not valid gzip');
  return new BodyFailure('gone', 400, 'the client went away');
}
