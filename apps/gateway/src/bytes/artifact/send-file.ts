import type { ServerResponse } from 'node:http';
import type { FileHandle } from 'node:fs/promises';
import { streamBuffers } from '../buffer-pool.js';
import { written } from '@holdfast/kernel';

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
    const chunk = streamBuffers.take();
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, end - at), at);
    if (bytesRead === 0 || res.destroyed) {
      streamBuffers.give(chunk);
      res.destroy();
      return false;
    }
    at += bytesRead;
    // Only what the kernel has taken can be written over; a broken connection keeps its buffer to itself.
    if (!(await written(res, chunk.subarray(0, bytesRead)))) return false;
    streamBuffers.give(chunk);
  }
  return true;
};
