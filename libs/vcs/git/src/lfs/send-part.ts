import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { BufferPool, written, type ByteRange } from '@holdfast/kernel';
import type { TransferClient } from '@holdfast/vcs-spi/engine';

/**
 * 512 KiB each; those that are kept take 4 MiB. Each read wakes a thread and is waked by it, which costs as much as
 * reading 256 KiB.
 */
const buffers = new BufferPool(512 << 10, 8);

/**
 * Sends a part of an open file as the rest of a response whose head is written, at the pace of its client; one piece
 * is in memory at a time, and the kernel has some to send while the next one is read. What the client does not take,
 * or cannot be read, breaks off.
 */
export const sendPart = async (
  file: FileHandle,
  { offset, length }: ByteRange,
  response: ServerResponse,
  client: TransferClient,
): Promise<void> => {
  const end = offset + length;
  let at = offset;
  try {
    while (at < end) {
      const buffer = buffers.take();
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at);
      if (bytesRead === 0) throw new Error('a file is shorter than it was');
      at += bytesRead;
      const taken = written(response, buffer.subarray(0, bytesRead));
      if (taken !== true && !(await client.answers(taken))) throw new Error('the client went away');
      client.took(bytesRead);
      // Only what the kernel has taken can be written over.
      buffers.give(buffer);
    }
    response.end();
  } catch {
    response.destroy();
  }
};
