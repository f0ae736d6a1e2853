import { loopShare } from './loop-share.js';

/** So many elements are looked at in one step; comparisons may take microseconds. */
export const stepLength = 512;

/** Sorted, equal ones in their order; others can be served between two steps. */
export function* sortInSteps<T>(
  elements: readonly T[],
  compare: (left: T, right: T) => number,
): Generator<void, T[]> {
  const runs: T[][] = [];
  for (let at = 0; at < elements.length; at += stepLength) {
    if (at > 0) yield;
    runs.push(elements.slice(at, at + stepLength).sort(compare));
  }
  while (runs.length > 1) {
    const shorter = runs.splice(0);
    for (let at = 0; at < shorter.length; at += 2)
      runs.push(at + 1 < shorter.length ? yield* merge(shorter[at], shorter[at + 1], compare) : shorter[at]);
  }
  return runs[0] ?? [];
}

/** The same, where others have the event loop between two steps. */
export const sortedInTurns = <T>(
  elements: readonly T[],
  compare: (left: T, right: T) => number,
): Promise<T[]> => takenInTurns(sortInSteps(elements, compare));

/** What short steps come to, where others have the event loop between two of them. */
export const takenInTurns = async <T>(steps: Generator<void, T>): Promise<T> => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (loopShare.isOver) await loopShare.pass();
  }
};

function* merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (left: T, right: T) => number,
): Generator<void, T[]> {
  const merged: T[] = [];
  let l = 0;
  let r = 0;
  while (l < left.length || r < right.length) {
    const isLeft = r === right.length || (l < left.length && compare(left[l], right[r]) <= 0);
    merged.push(isLeft ? left[l++] : right[r++]);
    if (merged.length % (4 * stepLength) === 0) yield;
  }
  return merged;
}
