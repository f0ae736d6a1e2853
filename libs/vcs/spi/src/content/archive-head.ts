import { createHash } from 'node:crypto';
import type { ArchiveGrant } from '../vcs-engine.js';
import { conditionHead, keptHeaders, type FileHead } from './file-head.js';

const types: Record<ArchiveGrant['format'], string> = {
  'tar.gz': 'application/gzip',
  zip: 'application/zip',
};

/**
 * What a request for an archive is answered before its bytes. `asked`: its headers, by their lower-case names.
 * `repository`: its uuid, since commits of several may have the same id. `state`: a text for all that is told in the
 * archive and changes; absent: nothing is.
 */
export const archiveHead = (
  asked: Readonly<Record<string, string>>,
  { commit, format, name, path = '', prefix = '', lasting }: ArchiveGrant,
  repository: string,
  state?: string,
): Pick<FileHead, 'headers'> & { status: 200 | 304 | 412 } => {
  const question = createHash('sha256').update(
    JSON.stringify([repository, commit, format, path, prefix, state]),
  );
  const etag = `"${question.digest('hex').slice(0, 40)}"`;
  const kept = keptHeaders(etag, lasting && state === undefined);
  const sent = {
    ...kept,
    'Content-Type': types[format],
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
  };
  return conditionHead(asked, etag, kept) ?? { status: 200, headers: sent };
};
