import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { hasWholeBody } from '@holdfast/kernel';
import { BodyFailure } from './body-failure.js';
import type { TransferClient } from './transfer-client.js';

export const isPacked = (request: IncomingMessage): boolean => {
  return encodingOf(request) === 'gzip' || encodingOf(request) === 'x-gzip';
};

export const isReadable = (request: IncomingMessage): boolean => {
  return ['', 'identity', 'gzip', 'x-gzip'].includes(encodingOf(request));
};

const encodingOf = (request: IncomingMessage): string => {
  return (request.headers['content-encoding'] ?? '').trim().toLowerCase();
};

/**
 * The chunks of the body, unpacked, as the client sends them; `most` bytes of them at most.
 * @throws BodyFailure where the body ends before its end. The connection stays, so that the client can still be told.
 */
export async function* chunksOf(
  request: IncomingMessage,
  client: TransferClient,
  most = Infinity,
): AsyncGenerator<Buffer> {
  const source: Readable = isPacked(request) ? unpacked(request) : request;
  const whole = source === request ? small(request, most) : undefined;
  if (whole) {
    client.moved(whole.length);
    yield whole;
    return;
  }
  const iterator = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let size = 0;
  try {
    for (;;) {
      const next = await client.answers(iterator.next());
      if (next.done) return;
      size += next.value.length;
      client.moved(next.value.length);
      if (size > most) throw new BodyFailure('too_large', 413, 'the request is too large');
      yield next.value;
    }
  } catch (error) {
    throw failureOf(error);
  } finally {
    // Who gives up early reads the rest of the request itself.
    if (source !== request) source.destroy();
  }
}

/** A body that is there already, as that of most questions is: nobody has to be waited for. */
const small = (request: IncomingMessage, most: number): Buffer | undefined =>
  hasWholeBody(request) && request.readableLength <= most
    ? ((request.read() as Buffer | null) ?? undefined)
    : undefined;

/**
 * Where it is no gzip, or more comes behind it, the rest stays in the request, for whoever reads what is left of it. A
 * pipeline would end the request then, and nobody could: its sender waited on a connection from which nothing is read.
 */
const unpacked = (request: IncomingMessage): Readable => {
  const unpacking = createGunzip();
  const leave = (): void => void request.unpipe(unpacking).off('error', gone).off('close', gone);
  const gone = (error?: Error): void => {
    if (!request.readableEnded) unpacking.destroy(error ?? new Error('the body has no end'));
  };
  request.once('error', gone).once('close', gone);
  unpacking.once('end', leave).once('error', leave).once('close', leave);
  return request.pipe(unpacking);
};

const failureOf = (error: unknown): BodyFailure => {
  if (error instanceof BodyFailure) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code.startsWith('Z_')) return new BodyFailure('broken', 400, 'the request body is not valid gzip');
  return new BodyFailure('gone', 400, 'the client went away');
};
