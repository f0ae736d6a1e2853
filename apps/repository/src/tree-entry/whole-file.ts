import type { WholeBytes } from '@holdfast/contracts';
import type { ContentGrant } from '@holdfast/vcs-spi';
import { fileHead, typeHeader } from '@holdfast/vcs-spi/engine';

/**
 * A file up to this size is answered whole (bytes). For one of the usual size a ticket and a connection to the byte
 * process cost ten times what its bytes do; the broker carries no more of them than of a page of a list.
 */
export const mostWhole = 32 << 10;

/** The answer to a request for a file, as the byte process gives it. `asked`: its conditions and ranges. */
export const wholeFile = (
  contents: Buffer,
  file: Pick<ContentGrant, 'id' | 'lasting'>,
  asked: Readonly<Record<string, string>>,
): WholeBytes => {
  const { status, headers, range } = fileHead(asked, file, contents.length);
  const said = Object.entries({ ...headers, ...(range && typeHeader(contents)) });
  const { offset, length } = range ?? { offset: 0, length: 0 };
  return {
    status,
    headers: Object.fromEntries(said.map(([name, value]) => [name.toLowerCase(), value])),
    body: contents.toString('base64', offset, offset + length),
  };
};
