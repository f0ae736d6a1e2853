import { performance } from 'node:perf_hooks';
import {
  ancestorsOf,
  IndexRefused,
  maximumChecksumFileBytes,
  mostIndexBytes,
  nameOf,
  type PathClass,
} from '@holdfast/artifact-spi';
import { StorageFull, TooLarge } from '@holdfast/blob-spi';
import type { FileAnswer, FileDecision } from '@holdfast/contracts';
import { DiskRoom, DomainError } from '@holdfast/kernel';
import { NoRoom } from '@holdfast/platform/leases';
import { log } from '@holdfast/platform/observability';
import { isAway, tellFull } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import type { FileCall } from '../artifact-file/file-call.js';
import { refuse, tooLong } from '../serve/answer.js';
import { BytePort } from '../transfer/byte-port.js';
import { Tickets, type Receive } from '../transfer/tickets.js';
import { ChecksumUpload } from './checksum-upload.js';
import { DeployRight } from './deploy-right.js';
import { expectedDigests } from './expected-digests.js';
import { FileUpload } from './file-upload.js';
import { IndexUpload } from './index-upload.js';
import type {
  BodilessUpload,
  DeployPlace,
  Recheck,
  UploadCall,
  UploadStep,
  UploadSteps,
} from './upload-call.js';

/** A body that a part of the service takes in, what comes without one, or why it is refused before it is sent. */
type Prepared = FileAnswer | UploadSteps | BodilessUpload;

/** Answers PUT: what can be refused is refused before the body, the rest gets a ticket. */
@Injectable()
export class UploadService {
  constructor(
    private readonly file: FileUpload,
    private readonly checksum: ChecksumUpload,
    private readonly index: IndexUpload,
    private readonly right: DeployRight,
    private readonly tickets: Tickets,
    private readonly port: BytePort,
    private readonly disk: DiskRoom,
  ) {}

  /**
   * `admitted`: when its caller was let in, on the clock of `performance.now`. It may have waited for its turn since:
   * what has changed meanwhile counts.
   */
  async decide(call: FileCall, admitted: number): Promise<FileDecision | BodilessUpload> {
    const upload = this.understand(call);
    if ('is' in upload) return upload;
    // Not only bytes take room: every file and checksum has rows in a database, which may be on the same disk.
    if (!(await this.disk.take(0))) return refuse(507, 'the storage is full');
    const recheck = this.recheckOf(call, admitted);
    const steps = await this.prepare(upload, recheck).catch(fullInstead);
    if ('is' in steps) return steps;
    if ('store' in steps) return { store: (deadline) => steps.store(deadline).catch(fullInstead) };
    const receiver =
      (step: UploadStep): Receive =>
      (body) =>
        this.receive(call, step(body, recheck));
    const { receive, adopt } = steps;
    const ticket = this.tickets.issue({
      method: 'PUT',
      receive: receiver(receive),
      ...(adopt && { adopt: receiver(adopt) }),
    });
    return { is: 'upload', address: this.port.address, ticket, ...(adopt && { stages: true }) };
  }

  /** Everything that the request itself tells. */
  private understand(call: FileCall): UploadCall | FileAnswer {
    const { kind, repository, request, path } = call;
    const { headers } = request;
    // It would be stored as it is, and given to everybody as the file.
    if (!/^(?:|identity)$/i.test((headers['content-encoding'] ?? '').trim()))
      return refuse(415, 'an upload with a Content-Encoding is not taken: send the file as it is');
    if (headers['content-range'] !== undefined)
      return refuse(400, 'an upload with Content-Range is not taken: send the whole file');
    if (path === '' || call.directory) return refuse(409, 'the path is a directory');
    const against = kind.refusedBy(repository.policy ?? 'mixed', path);
    if (against !== undefined) return refuse(409, against);
    const computed = ancestorsOf(path).find((ancestor) => isComputed(kind, ancestor));
    if (computed !== undefined) return refuse(409, `${nameOf(computed)} is a file`);
    const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
    if (length !== undefined && !(length >= 0)) return refuse(400, 'the Content-Length is no number');
    const expected = expectedDigests(headers);
    if (expected === 'malformed') return refuse(400, 'a declared digest cannot be read');
    const what = kind.classify(path);
    const most = mostBytes(what);
    if (length !== undefined && length > most) return tooLong(most);
    return { ...call, what, length, expected };
  }

  /** The settings of the repository are those of now as well: they may protect what is stored since it began. */
  private recheckOf(call: FileCall, admitted: number): Recheck {
    let place: DeployPlace = { repository: call.repository, project: call.project };
    let since = admitted;
    return async () => {
      const at = performance.now();
      const now = await this.right.now({ ...call, ...place }, since);
      if ('is' in now) return now;
      [place, since] = [now, at];
      const against = call.kind.refusedBy(now.repository.policy ?? 'mixed', call.path);
      return against === undefined ? now : refuse(409, against);
    };
  }

  private prepare(upload: UploadCall, recheck: Recheck): Promise<Prepared> {
    const { what } = upload;
    if (what.is === 'file') return this.file.prepare(upload, recheck);
    return what.is === 'checksum' ? this.checksum.prepare(upload, what) : this.index.prepare(upload);
  }

  /** Errors of storing become answers; those of a client that is gone have nobody to be told to. */
  private async receive(call: FileCall, stored: Promise<FileAnswer>): Promise<FileAnswer> {
    try {
      return await stored;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') throw error;
      if (error instanceof TooLarge) return refuse(413, `the body has more than ${error.limit} bytes`);
      if (error instanceof NoRoom) return fullInstead(error);
      if (error instanceof StorageFull) return refuse(507, 'the storage is full');
      if (error instanceof IndexRefused) return refuse(400, error.message);
      tellFull(error);
      if (isAway(error) || error instanceof DomainError) {
        const { reason } = error instanceof DomainError ? error.detail : {};
        return refuse(503, `${reason ?? 'a needed part is away'}, try again`, { 'Retry-After': '1' });
      }
      log.error({ err: error, repository: call.repository.uuid }, 'an upload could not be stored');
      return refuse(503, 'the file could not be stored', { 'Retry-After': '1' });
    }
  }
}

/** No room is an answer, before the body and in the middle of it. */
const fullInstead = (error: unknown): FileAnswer => {
  if (error instanceof NoRoom) return refuse(507, error.message);
  throw error;
};

/** An index, or the checksum of one: a file wherever it may be asked for. */
const isComputed = (kind: FileCall['kind'], path: string): boolean => {
  const what = kind.classify(path);
  return what.is === 'index' || (what.is === 'checksum' && kind.classify(what.file).is === 'index');
};

const mostBytes = (what: PathClass): number => {
  if (what.is === 'checksum') return maximumChecksumFileBytes;
  return what.is === 'index' ? mostIndexBytes : Infinity;
};
