import { IndexRefused, type IndexFacts } from '@holdfast/artifact-spi';
import { DomainError } from '@holdfast/kernel';

/** More versions or files make no index: what they are made of has to be in memory. */
export const mostFacts = 200_000;

/** Nor do those whose names have more bytes together, as the database counts them. */
export const mostNameBytes = 32 * 1024 * 1024;

/** So many versions, or files, whichever are more, and the bytes of all their names. */
export interface FactsSize {
  readonly count: number;
  readonly bytes: number;
}

/** Of facts that were read. */
export const sizeOf = ({ versions, files }: Pick<IndexFacts, 'versions' | 'files'>): FactsSize => ({
  count: Math.max(versions.length, files.length),
  bytes:
    versions.reduce((sum, version) => sum + Buffer.byteLength(version), 0) +
    files.reduce((sum, { name }) => sum + Buffer.byteLength(name), 0),
});

/** @throws DomainError `forbidden` where so many versions or files are too many for an index */
export const refuseTooMany = ({ count, bytes }: FactsSize): void => {
  if (count > mostFacts)
    throw DomainError.forbidden(`no index is made of more than ${mostFacts} versions, or files of one`);
  if (bytes > mostNameBytes)
    throw DomainError.forbidden(
      'no index is made of versions, or files of one, whose names are so long together',
    );
};

/** Answers an index that a kind does not make, because it would be too large, as what is not allowed. */
export const asForbidden = (error: unknown): never => {
  throw error instanceof IndexRefused ? DomainError.forbidden(error.message) : error;
};
