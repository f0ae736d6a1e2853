import { makesRows, type OperationContract } from '@holdfast/contracts';
import { DomainError, type DiskRoom } from '@holdfast/kernel';
import type { IncomingMessage } from 'node:http';
import { bodyLimit } from '../http/request-body.js';

/** What a byte of a body takes of the disk for a while: its row, its answer that is kept, and the log of both. */
const times = 4;

/** Room on the disk of the database for what requests would leave there: its reserve is not for them. */
export class RowRoom {
  /** `disk`: absent where nobody said where the database is. */
  constructor(private readonly disk?: Pick<DiskRoom, 'left' | 'take'>) {}

  /**
   * To be asked before the body is read. It takes nothing: many who send no more than a head would take the room of all
   * others.
   * @throws DomainError `storage_full` where there is too little for what the head says of the body
   */
  async mustHave(operation: OperationContract, request: Pick<IncomingMessage, 'headers'>): Promise<void> {
    if (!this.disk || !makesRows(operation)) return;
    // A disk that cannot be seen refuses nothing: the database says itself that it is full.
    const left = await this.disk.left().catch(() => Infinity);
    if (left < times * saidBy(request)) throw new DomainError('storage_full');
  }

  /**
   * Takes the room for a body of so many bytes, which has come.
   * @throws DomainError `storage_full` where it was taken by others meanwhile
   */
  async take(operation: OperationContract, bytes: number): Promise<void> {
    if (!this.disk || !makesRows(operation)) return;
    if (!(await this.disk.take(times * bytes).catch(() => true))) throw new DomainError('storage_full');
  }
}

/** Bytes of the body that can get into the database, as its head says; what is longer goes to a node. */
const saidBy = ({ headers }: Pick<IncomingMessage, 'headers'>): number =>
  Math.min(Number(headers['content-length'] ?? 0), bodyLimit);
