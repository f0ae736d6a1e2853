import type { CommitDraft } from '@holdfast/vcs-spi';
import { accountHeader } from '../reading/commit-signature.js';
import { signatureLine } from '../reading/signature-line.js';

/** A commit as git keeps it. `at`: seconds since 1970. */
export const commitText = (
  {
    parent,
    author,
    committer,
    message,
    signing,
  }: Pick<CommitDraft, 'parent' | 'author' | 'committer' | 'message' | 'signing'>,
  tree: string,
  at: number,
): Buffer =>
  Buffer.from(
    [
      `tree ${tree}`,
      ...(parent === undefined ? [] : [`parent ${parent}`]),
      `author ${signatureLine({ ...author, at })}`,
      `committer ${signatureLine({ ...committer, at })}`,
      ...(signing === undefined ? [] : [`${accountHeader} ${signing.account}`]),
      '',
      message,
      '',
    ].join('\n'),
  );
