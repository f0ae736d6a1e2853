import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { directorySize } from '@holdfast/vcs-spi';
import { placeOf } from './transaction-props.js';

/** How often is looked what a transaction takes (ms); a look that takes long comes less often. */
const every = 1_000;
/** How many times as long as a look takes is waited for the next. */
const rest = 20;

/**
 * Why a transaction has no room any more, as `roomFor` says of its bytes; undefined: it is over, or nobody looks on.
 * Who says little may have much made of it: a directory of a copied tree is written anew with the names of all that is
 * in it.
 */
export const outgrown = async (
  directory: string,
  transaction: string,
  roomFor: (bytes: number) => Promise<string | undefined>,
  over: AbortSignal,
): Promise<string | undefined> => {
  for (let pause = every; await waited(pause, over);) {
    const from = performance.now();
    const bytes = await sizeOf(directory, transaction);
    if (bytes === undefined || over.aborted) return undefined;
    const refusal = await roomFor(bytes);
    if (refusal !== undefined) return refusal;
    pause = Math.max(every, rest * (performance.now() - from));
  }
  return undefined;
};

const waited = (pause: number, over: AbortSignal): Promise<boolean> =>
  sleep(pause, true, { signal: over }).catch(() => false);

/** The bytes of an open transaction, with the contents of its files; undefined: it is gone. */
export const sizeOf = async (directory: string, transaction: string): Promise<number | undefined> => {
  const place = placeOf(directory, transaction);
  if (place === undefined) return undefined;
  try {
    const nodes = await directorySize(place);
    const { size } = await lstat(join(directory, 'db', 'txn-protorevs', `${transaction}.rev`));
    return nodes + size;
  } catch {
    return undefined;
  }
};
