import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** For tests: what is made, and the memory that it holds (bytes), without what was of use while it was made. */
export const heldBy = async <T>(make: () => T | Promise<T>): Promise<{ made: T; bytes: number }> => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  const made = await make();
  collect();
  return { made, bytes: process.memoryUsage().heapUsed - before };
};
