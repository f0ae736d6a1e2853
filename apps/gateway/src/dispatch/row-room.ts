import { makesRows, type OperationContract } from '@holdfast/contracts';
import { DomainError, type DiskRoom } from '@holdfast/kernel';
import type { IncomingMessage } from 'node:http';
import { bodyLimit, hasBody } from '../http/request-body.js';

/** What a byte of a body takes of the disk for a while: its row, its answer that is kept, and the log of both. */
const times = 4;

/** Room on the disk of the database for what requests would leave there: its reserve is not for them. */
export class RowRoom {
  /** `disk`: absent where nobody said where the database is. */
  constructor(private readonly disk?: Pick<DiskRoom, 'take'>) {}

  /**
   * To be asked before the body is read.
   * @throws DomainError `storage_full` where only the reserve would be left
   */
  async mustHave(operation: OperationContract, request: Pick<IncomingMessage, 'headers'>): Promise<void> {
    if (!this.disk || !makesRows(operation)) return;
    // A disk that cannot be seen refuses nothing: the database says itself that it is full.
    const left = await this.disk.take(times * mostOf(request)).catch(() => true);
    if (!left) throw new DomainError('storage_full');
  }
}

/** Bytes of the body that can get into the database; what is longer goes to a node. */
const mostOf = (request: Pick<IncomingMessage, 'headers'>): number => {
  if (!hasBody(request)) return 0;
  const said = Number(request.headers['content-length'] ?? bodyLimit);
  return Math.min(said, bodyLimit);
};
