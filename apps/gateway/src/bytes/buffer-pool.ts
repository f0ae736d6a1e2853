import { BufferPool } from '@holdfast/kernel';

/** What is streamed through this process passes in these: 256 KiB each, at most 16 MiB while nothing moves. */
export const streamBuffers = new BufferPool(256 * 1024, 64);
