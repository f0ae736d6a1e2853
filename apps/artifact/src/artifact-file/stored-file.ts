import { checksumAlgorithms, type ChecksumAlgorithm, type Checksums } from '@holdfast/artifact-spi';
import type { FileRow } from './file.entity.js';

/** A stored file as the rules see it. */
export interface StoredFile {
  readonly size: number;
  readonly checksums: Checksums;
  /** A bit for each algorithm whose checksum file was uploaded. */
  readonly uploaded: number;
  readonly modified: Date;
}

export type FileColumns = Pick<
  FileRow,
  'size' | 'md5' | 'sha1' | 'sha256' | 'sha512' | 'uploaded' | 'modifiedAt'
>;
export const fileColumns =
  'f.size, f.md5, f.sha1, f.sha256, f.sha512, f.uploaded, f.modified_at as "modifiedAt"';

export const storedFile = (row: FileColumns): StoredFile => ({
  size: Number(row.size),
  checksums: {
    md5: row.md5.toString('hex'),
    sha1: row.sha1.toString('hex'),
    sha256: row.sha256.toString('hex'),
    sha512: row.sha512.toString('hex'),
  },
  uploaded: row.uploaded,
  modified: row.modifiedAt,
});

export const uploadedBit = (algorithm: ChecksumAlgorithm): number =>
  1 << checksumAlgorithms.indexOf(algorithm);

/** Strong: it names the bytes. */
export const etagOf = (checksums: Checksums): string => `"${checksums.sha256}"`;
