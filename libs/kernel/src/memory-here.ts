import { totalmem } from 'node:os';

/** What this machine has of memory, or the container (bytes). */
export const memoryHere = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);
