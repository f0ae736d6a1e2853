import { diskBlock, type TransferGrant } from '@holdfast/vcs-spi';
import { rootHeader } from '../door/dav-headers.js';
import { openWork } from '../door/open-work.js';

/** What a change writes at least, however little is said of it (bytes): a file, and a file or directory beside it. */
export const leastWritten = 2 * diskBlock;

const writingNothing = new Set(['GET', 'OPTIONS', 'PROPFIND', 'REPORT', 'UNLOCK']);

/** Whether a request changes anything where it is done. */
export const isChange = ({ method }: TransferGrant['exchange']): boolean => !writingNothing.has(method);

/**
 * Whether a request needs room. Who ends a transaction or gives a lock back makes some, and is heard where there is
 * none; who removes a file writes down in a transaction that it is not there any more.
 */
export const needsRoom = ({ method, path, headers }: TransferGrant['exchange']): boolean => {
  const [below] = path.slice((headers[rootHeader] ?? '').length).split('?');
  return !writingNothing.has(method) && !(method === 'DELETE' && openWork.exec(below)?.[0] === below);
};
