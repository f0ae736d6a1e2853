import { readFileSync } from 'node:fs';

/** Of more processes below one nobody asks. */
const most = 32;
/** The system counts in these (ms). */
const tick = 10;
/** Where in its record, behind the name, the time of a process and of its children that have ended stands. */
const times = { from: 11, to: 15 };

/**
 * The time (ms) that a process and all below it have had of the processors so far, those that have ended included.
 * Undefined: it has gone, or the system does not tell.
 */
export const processorTime = ({ pid }: { readonly pid?: number }): number | undefined => {
  if (pid === undefined) return undefined;
  const found = [pid];
  let sum = 0;
  try {
    for (let next = 0; next < found.length && next < most; next += 1)
      try {
        sum += timeOf(found[next]);
        found.push(...childrenOf(found[next]));
      } catch (error) {
        // One of those below has ended meanwhile, and is counted with its parent.
        if (next === 0) throw error;
      }
  } catch {
    return undefined;
  }
  return sum;
};

const timeOf = (pid: number): number => {
  const record = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = record.slice(record.lastIndexOf(')') + 2).split(' ');
  return fields.slice(times.from, times.to).reduce((sum, each) => sum + Number(each) * tick, 0);
};

const childrenOf = (pid: number): number[] => {
  const words = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ');
  return words.filter((word) => word !== '').map(Number);
};
