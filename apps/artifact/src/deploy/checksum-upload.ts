import { hasConditions, precondition, type Validators } from '@holdfast/kernel';
import { maximumChecksumFileBytes, readChecksumFile, type PathClass } from '@holdfast/artifact-spi';
import type { FileAnswer } from '@holdfast/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { FileStore } from '../artifact-file/file.store.js';
import { HeldChecksumStore } from '../artifact-file/held-checksum.store.js';
import { locksOf, placeOf } from '../artifact-file/place.js';
import { uploadedBit } from '../artifact-file/stored-file.js';
import { lockedTransaction } from '../database/locked-transaction.js';
import { done, refuse } from '../serve/answer.js';
import { checksumsOf, checksumTag } from '../serve/digests.js';
import { IndexService } from '../serve/index.service.js';
import { firstMismatch } from './expected-digests.js';
import { inTheWay } from './put.rules.js';
import { collect, type Recheck, type UploadCall, type UploadStep, type UploadSteps } from './upload-call.js';

type Checksum = Extract<PathClass, { is: 'checksum' }>;

/** Uploads of checksum files: compared with their file, or held until it comes. Their text itself is never kept. */
@Injectable()
export class ChecksumUpload {
  constructor(
    private readonly source: DataSource,
    private readonly files: FileStore,
    private readonly held: HeldChecksumStore,
    private readonly indexes: IndexService,
  ) {}

  async prepare(call: UploadCall, what: Checksum): Promise<FileAnswer | UploadSteps> {
    const obstacle = inTheWay(await this.files.look(call.kind, placeOf(call.repository.uuid, call.path)));
    if (obstacle !== undefined) return refuse(409, obstacle);
    const subject = call.kind.classify(what.file);
    const { headers } = call.request;
    const ofIndex = subject.is === 'index';
    if (ofIndex && hasConditions(headers)) {
      const current = await this.currentOf(call, subject, what);
      if (precondition('PUT', headers, current))
        return refuse(412, 'the file is not the one that the request is about');
    }
    const receive: UploadStep = async (body, recheck) => {
      const content = await collect(body, maximumChecksumFileBytes);
      const wrong = firstMismatch(call.expected, checksumsOf(content));
      if (wrong !== undefined) return refuse(409, `the bytes do not have the declared ${wrong}`);
      const digest = readChecksumFile(content.toString('latin1'), what.algorithm);
      if (digest === undefined) return refuse(400, `the file holds no ${what.algorithm}`);
      // the bytes of an index are ours, so a client's checksum of what it sent says nothing about them
      if (ofIndex) return done(201);
      const now = await recheck();
      return 'is' in now ? now : this.commit(call, what, digest, recheck);
    };
    return { receive };
  }

  /** The checksum of an index as it is served. */
  private async currentOf(
    call: UploadCall,
    { directory }: Extract<PathClass, { is: 'index' }>,
    { algorithm }: Checksum,
  ): Promise<Validators | undefined> {
    const index = await this.indexes.find(call, directory);
    return index && { etag: checksumTag(index.checksums, algorithm), modified: index.changed };
  }

  private async commit(
    call: UploadCall,
    { file: path, algorithm }: Checksum,
    digest: string,
    recheck: Recheck,
  ): Promise<FileAnswer> {
    const place = placeOf(call.repository.uuid, path);
    const store = async (tx: EntityManager): Promise<FileAnswer> => {
      const now = await recheck();
      if ('is' in now) return now;
      const { file, belowFile } = await this.files.lookLocked(tx, call.kind, place);
      if (belowFile) return refuse(409, 'a file is in the place of a directory of this path');
      const bit = uploadedBit(algorithm);
      const current = file &&
        file.uploaded & bit && {
          etag: checksumTag(file.checksums, algorithm),
          modified: file.modified,
        };
      if (precondition('PUT', call.request.headers, current || undefined))
        return refuse(412, 'the file is not the one that the request is about');
      const account = call.principal.account.uuid;
      if (!file) await this.held.hold(tx, place, { algorithm, digest, account });
      else if (file.checksums[algorithm] !== digest)
        return refuse(409, `the stored file does not have this ${algorithm}`);
      else if (!(file.uploaded & bit)) await this.files.markUploaded(tx, place, file.uploaded | bit);
      return done(201);
    };
    return lockedTransaction(this.source, locksOf(place), store, call);
  }
}
