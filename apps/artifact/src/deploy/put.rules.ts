import { precondition, type Conditions } from '@holdfast/kernel';
import { checksumAlgorithms, type Checksums } from '@holdfast/artifact-spi';
import type { Situation } from '../artifact-file/file.store.js';
import { etagOf } from '../artifact-file/stored-file.js';

/** What is known of the bytes that are to be stored: nothing, their declared number, or all. */
export interface Incoming {
  readonly size?: number;
  /** From the bytes themselves, or as far as the client declared them. */
  readonly checksums?: Partial<Checksums>;
  /** All of the body has come: `checksums` is complete. */
  readonly isWhole?: boolean;
}

export type PutVerdict =
  | {
      readonly is: 'refused';
      readonly status: 409 | 412;
      readonly reason: string;
      readonly dropHeld?: boolean;
    }
  /** The very bytes are stored already. */
  | { readonly is: 'unchanged' }
  | { readonly is: 'new' }
  | { readonly is: 'replaced' };

const refused = (status: 409 | 412, reason: string): PutVerdict => ({ is: 'refused', status, reason });

/** Nothing can be stored at a directory or below a file. */
export const inTheWay = ({
  isDirectory,
  belowFile,
}: Pick<Situation, 'isDirectory' | 'belowFile'>): string | undefined => {
  if (belowFile) return 'a file is in the place of a directory of this path';
  return isDirectory ? 'the path is a directory' : undefined;
};

const differs = (stored: { size: number; checksums: Checksums }, incoming: Incoming): boolean =>
  (incoming.size !== undefined && incoming.size !== stored.size) ||
  checksumAlgorithms.some((algorithm) => {
    const expected = incoming.checksums?.[algorithm];
    return expected !== undefined && expected !== stored.checksums[algorithm];
  });

export interface PutRequest {
  readonly mutable: boolean;
  /** Why other bytes are refused where it is not mutable. */
  readonly refusedAsOther: string;
  /** Why the kind stores no such file where there is none. */
  readonly refusedAsNew: string | undefined;
  readonly conditions: Conditions;
  readonly incoming: Incoming;
}

/**
 * Decides an upload of a file: asked before the body with what is known then, and again under the lock when it has
 * come. What it refuses at first it would refuse at last, unless the place changes meanwhile.
 */
export const judgePut = (
  situation: Situation,
  { mutable, refusedAsOther, refusedAsNew, conditions, incoming }: PutRequest,
): PutVerdict => {
  const obstacle = inTheWay(situation);
  if (obstacle !== undefined) return refused(409, obstacle);
  const { file, held } = situation;
  if (file && !mutable && differs(file, incoming)) return refused(409, refusedAsOther);
  if (!file && refusedAsNew !== undefined) return refused(409, refusedAsNew);
  const current = file && { etag: etagOf(file.checksums), modified: file.modified };
  if (precondition('PUT', conditions, current))
    return refused(412, 'the file is not the one that the request is about');
  if (file) return incoming.isWhole && !differs(file, incoming) ? { is: 'unchanged' } : { is: 'replaced' };
  const wrong = checksumAlgorithms.find(
    (algorithm) =>
      held[algorithm] !== undefined &&
      incoming.isWhole &&
      held[algorithm] !== incoming.checksums?.[algorithm],
  );
  if (wrong)
    return {
      is: 'refused',
      status: 409,
      reason: `the bytes do not have the ${wrong} that was uploaded before`,
      dropHeld: true,
    };
  return { is: 'new' };
};
