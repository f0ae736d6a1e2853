import type { ServerResponse } from 'node:http';
import type { FileHandle } from 'node:fs/promises';
import { BufferPool } from './buffer-pool.js';

const pool = new BufferPool(256 * 1024, 64);

/**
 * Writes a part of an open file as the body of a response whose head is written; one chunk at a time is in memory.
 * False: the client went away, or the file is shorter than was said; then the connection is broken.
 */
export const sendFile = async (
  res: ServerResponse,
  file: FileHandle,
  offset: number,
  length: number,
): Promise<boolean> => {
  let at = offset;
  const end = offset + length;
  while (at < end) {
    const chunk = pool.take();
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, end - at), at);
    if (bytesRead === 0 || res.destroyed) {
      pool.give(chunk);
      res.destroy();
      return false;
    }
    at += bytesRead;
    if (!(await written(res, chunk, bytesRead))) return false;
  }
  return true;
};

/** The buffer is given back once the kernel has its bytes; a broken connection keeps it to itself. */
const written = (res: ServerResponse, chunk: Buffer, length: number): Promise<boolean> =>
  new Promise((resolve) => {
    const gone = (): void => resolve(false);
    res.once('close', gone);
    res.write(chunk.subarray(0, length), (error) => {
      res.off('close', gone);
      if (!error) pool.give(chunk);
      resolve(!error);
    });
  });
