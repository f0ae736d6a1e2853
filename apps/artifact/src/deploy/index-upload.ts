import { precondition } from '@holdfast/kernel';
import { isDeepStrictEqual } from 'node:util';
import { IndexRefused, type IndexContribution } from '@holdfast/artifact-spi';
import type { FileAnswer } from '@holdfast/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { FileIndexStore } from '../artifact-file/file-index.store.js';
import { FileStore } from '../artifact-file/file.store.js';
import { IndexEvents } from '../artifact-file/index-events.js';
import { locksOf, placeOf } from '../artifact-file/place.js';
import { etagOf } from '../artifact-file/stored-file.js';
import { lockedTransaction } from '../database/locked-transaction.js';
import { done, refuse, tooLong } from '../serve/answer.js';
import { checksumsOf, checksumsOfBody } from '../serve/digests.js';
import { IndexService } from '../serve/index.service.js';
import { UploadRooms } from '../storage/upload-rooms.js';
import { firstMismatch } from './expected-digests.js';
import { inSteps } from '../turns/in-steps.js';
import { IndexMemory } from '../turns/index-memory.js';
import { ReadingTurns } from '../turns/reading-turns.js';
import { inTheWay } from './put.rules.js';
import { PacedBody } from './paced-body.js';
import { collect, type Recheck, type UploadCall, type UploadStep, type UploadSteps } from './upload-call.js';

/** Bytes of an upload up to which it is read at once, as builds send most. */
const short = 32 * 1024;
/** Bytes of what uploads have added to an index: each further one reads and compares all of it, however short it is. */
const mostAdded = 768 * 1024;

/** Uploads of indexes: what they say beyond the stored files is merged, the rest is computed anyway. */
@Injectable()
export class IndexUpload {
  constructor(
    private readonly source: DataSource,
    private readonly files: FileStore,
    private readonly states: FileIndexStore,
    private readonly indexes: IndexService,
    private readonly events: IndexEvents,
    private readonly rooms: UploadRooms,
    private readonly turns: ReadingTurns,
    private readonly memory: IndexMemory,
  ) {}

  async prepare(call: UploadCall): Promise<FileAnswer | UploadSteps> {
    const place = placeOf(call.repository.uuid, call.path);
    const obstacle = inTheWay(await this.files.look(call.kind, place));
    if (obstacle !== undefined) return refuse(409, obstacle);
    const index = await this.indexes.find(call, place.directory);
    const current = index && { etag: etagOf(index.checksums), modified: index.changed };
    if (precondition('PUT', call.request.headers, current))
      return refuse(412, 'the file is not the one that the request is about');
    const { maximumBytes } = call.kind.indexes;
    if (call.length !== undefined && call.length > maximumBytes)
      return index ? { receive: this.skipping(call) } : tooLong(maximumBytes);
    const take: UploadStep = async (body, recheck) => {
      const content = await collect(body, maximumBytes);
      const wrong = firstMismatch(call.expected, checksumsOf(content));
      if (wrong !== undefined) return unlike(wrong);
      const added = await this.added(call, content, index !== undefined);
      return this.commit(call, added, recheck, index ? 204 : 201);
    };
    const bytes = call.length ?? maximumBytes;
    const receive: UploadStep = (body, recheck) => {
      if (bytes <= short) return take(body, recheck);
      const paced = new PacedBody(body);
      const taker = { places: bytes, slow: () => paced.isSlow(), end: () => paced.end() };
      return this.memory.holding(taker, call.principal, () => take(paced, recheck));
    };
    return { receive };
  }

  /**
   * Maven sends an index back as it got it, which may be longer than what is read of clients: the deploy must not fail
   * of it. Nothing of it is kept, not even while it comes.
   */
  private skipping(call: UploadCall): UploadStep {
    return async (body, recheck) => {
      const wrong = firstMismatch(call.expected, await checksumsOfBody(body));
      if (wrong !== undefined) return unlike(wrong);
      return this.commit(call, undefined, recheck, 204);
    };
  }

  /**
   * What there is to merge: read before the lock, for most uploads add nothing, and while others are served. Maven
   * processes that share a local repository overwrite each other's metadata and send what is broken; where the index
   * is computed already, nothing hangs on it, and the deploy must not fail of it.
   */
  private async added(
    { kind, principal }: UploadCall,
    content: Buffer,
    isComputed: boolean,
  ): Promise<IndexContribution | undefined> {
    const read = () => inSteps(kind.indexes.read(content));
    try {
      return await (content.length > short ? this.turns.run(principal, read) : read());
    } catch (error) {
      if (isComputed && error instanceof IndexRefused && error.broken) return undefined;
      throw error;
    }
  }

  /**
   * As any file it needs room for as many bytes as it grows by. How many that are is known where nobody else can change
   * it, and there no room may be asked for: it is looked for anew with the room that was missing.
   */
  private async commit(
    call: UploadCall,
    added: IndexContribution | undefined,
    recheck: Recheck,
    status: 201 | 204,
  ): Promise<FileAnswer> {
    for (let growth = 0; ;) {
      const now = await recheck();
      if ('is' in now) return now;
      const room =
        added &&
        (await this.rooms.open({ ...call, ...now }, { length: growth, ahead: growth, inPlace: true }));
      const most = room?.isLimited ? growth : Infinity;
      const change = (): Promise<FileAnswer | number> => this.change(call, added, most, recheck, status);
      const answer = await (room ? room.during(change) : change());
      if (typeof answer !== 'number') return answer;
      growth = answer;
    }
  }

  /** Answers by how many bytes the index would grow where those are more than `most`: then nothing is stored. */
  private change(
    call: UploadCall,
    added: IndexContribution | undefined,
    most: number,
    recheck: Recheck,
    status: 201 | 204,
  ): Promise<FileAnswer | number> {
    const { kind, repository, path } = call;
    const place = placeOf(repository.uuid, path);
    const merge = async (tx: EntityManager): Promise<FileAnswer | number> => {
      const now = await recheck();
      if ('is' in now) return now;
      const obstacle = inTheWay(await this.files.lookLocked(tx, kind, place));
      if (obstacle !== undefined) return refuse(409, obstacle);
      if (!added) return done(status);
      const earlier = await this.states.contribution(tx, place);
      const merged = kind.indexes.merge(earlier?.added, added);
      if (isDeepStrictEqual(merged, earlier?.added)) return done(status);
      // It is stored as JSON, where some characters are longer.
      const bytes = Buffer.byteLength(JSON.stringify(merged));
      const stored = earlier?.bytes ?? 0;
      // What is there already stays, and may become less.
      if (bytes > mostAdded && bytes > stored) throw tooMuch();
      if (bytes - stored > most) return bytes - stored;
      await this.states.contribute(tx, place, merged);
      return done(status);
    };
    return this.events.around(kind, repository.uuid, path, () =>
      lockedTransaction(this.source, locksOf(place), merge, call),
    );
  }
}

const unlike = (digest: string): FileAnswer => refuse(409, `the bytes do not have the declared ${digest}`);

const tooMuch = (): IndexRefused =>
  new IndexRefused(`clients have added more than ${mostAdded / 1024} KiB to this index`);
