import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { BufferPool, type ByteRange } from '@holdfast/kernel';
import type { TransferClient } from '@holdfast/vcs-spi/engine';

/** 256 KiB each; those that are kept take 4 MiB. */
const buffers = new BufferPool(256 << 10, 16);

/** What was read. */
interface Piece {
  buffer: Buffer;
  length: number;
}

/**
 * Sends a part of an open file as the rest of a response whose head is written, at the pace of its client: one piece
 * is read while the one before is written. What the client does not take, or cannot be read, breaks off.
 */
export const sendPart = async (
  file: FileHandle,
  { offset, length }: ByteRange,
  response: ServerResponse,
  client: TransferClient,
): Promise<void> => {
  const end = offset + length;
  let at = offset;
  const next = async (): Promise<Piece> => {
    const buffer = buffers.take();
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at);
    if (bytesRead === 0) throw new Error('a file is shorter than it was');
    at += bytesRead;
    return { buffer, length: bytesRead };
  };
  let reading: Promise<Piece> | undefined = next();
  try {
    while (reading) {
      const { buffer, length: read }: Piece = await reading;
      reading = at < end ? next() : undefined;
      reading?.catch(() => undefined);
      await client.answers(taken(response, buffer.subarray(0, read)));
      client.moved(read);
      // Only what the kernel has taken can be written over.
      buffers.give(buffer);
    }
    response.end();
  } catch {
    response.destroy();
    // Nobody closes the file while it is read.
    await reading?.catch(() => undefined);
  }
};

/** Rejects where the client goes away. */
const taken = (response: ServerResponse, piece: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const gone = (): void => reject(new Error('the client went away'));
    if (response.destroyed) return gone();
    response.once('close', gone);
    response.write(piece, (error) => {
      response.off('close', gone);
      if (error) reject(error);
      else resolve();
    });
  });
