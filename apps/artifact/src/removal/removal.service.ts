import { directoryOf, type ChecksumAlgorithm, type PathClass } from '@holdfast/artifact-spi';
import {
  fileDeletion,
  filesRemoved,
  lapsed,
  may,
  type FileAnswer,
  type FilesRemoved,
} from '@holdfast/contracts';
import {
  actor,
  DomainError,
  hasConditions,
  isAdmissionOld,
  precondition,
  projectOf,
  repositoryOf,
  withoutCaller,
  type CallContext,
  type Validators,
} from '@holdfast/kernel';
import { keepRecord, performing, readmitBy, recordOf, stillAllowed } from '@holdfast/platform/audit';
import type { ReadFrom } from '@holdfast/platform/persistence';
import { Rpc, waitedContext } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { FileCall } from '../artifact-file/file-call.js';
import { FileIndexStore } from '../artifact-file/file-index.store.js';
import { FileStore } from '../artifact-file/file.store.js';
import { locksOf, placeOf } from '../artifact-file/place.js';
import { standingNow } from '../artifact-file/standing-now.js';
import { etagOf, uploadedBit, type StoredFile } from '../artifact-file/stored-file.js';
import { lockedTransaction } from '../database/locked-transaction.js';
import { done, refuse } from '../serve/answer.js';
import { checksumTag } from '../serve/digests.js';
import { IndexService } from '../serve/index.service.js';
import type { RenderedIndex } from '../serve/rendered-indexes.js';
import { ServeService } from '../serve/serve.service.js';
import { StorageReports } from '../storage/storage-reports.js';
import { EmptiedDirectories } from './emptied-directories.js';
import { RemovalStore } from './removal.store.js';

const notFoundRefusal = 'no such file or directory';
const releasedRefusal = 'your role does not delete released files';

/** Milliseconds for an answer, after which nothing is removed; while who is asked restarts they do not run. */
const patience = 10_000;

/** Answers DELETE. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly source: DataSource,
    private readonly files: FileStore,
    private readonly states: FileIndexStore,
    private readonly indexes: IndexService,
    private readonly serve: ServeService,
    private readonly removals: RemovalStore,
    private readonly emptied: EmptiedDirectories,
    private readonly reports: StorageReports,
    private readonly rpc: Rpc,
  ) {
    readmitBy(source, (ctx) => this.readmit(ctx));
  }

  async decide(ctx: CallContext, call: FileCall): Promise<FileAnswer> {
    // Before anything is locked: what can only be refused keeps nobody waiting, however often it is asked for.
    if (await this.holdsReleased({ source: this.source, deadline: ctx.deadline }, call))
      return refuse(403, releasedRefusal);
    try {
      return await this.remove(performing(ctx, { ...fileDeletion, detail: () => ({}) }), call);
    } finally {
      // Also after a failure: a commit of which nothing was heard may have happened.
      this.rpc.tell(filesRemoved, { repository: call.repository.uuid } satisfies FilesRemoved);
      await this.reports.changed(call);
    }
  }

  private async remove(ctx: CallContext, call: FileCall): Promise<FileAnswer> {
    const { kind, repository, path } = call;
    if (path === '') return refuse(405, 'the root of a repository cannot be deleted', { Allow: 'GET, HEAD' });
    const what = kind.classify(path);
    const index = what.is === 'checksum' ? kind.classify(what.file) : what;
    const found = index.is === 'index' ? await this.indexes.find(call, index.directory) : undefined;
    const listed = await this.listed(call);
    const place = placeOf(repository.uuid, path);
    const { isDirectory: isTree, file } = await this.files.look(kind, place);
    const refused = isTree ? undefined : await this.refusal(call, what, { file, index: found });
    if (refused) return refused;
    const top = await this.emptied.topOf(place, isTree ? path : leastOf(call, what));
    const removed = async (tx: EntityManager): Promise<FileAnswer> => {
      const own = await this.files.lookLocked(tx, kind, place);
      // What it was before decides what is locked: as anything else it would be removed without its lock.
      if (isTree) return own.isDirectory ? this.tree(tx, call, listed, top) : refuse(404, notFoundRefusal);
      if (what.is === 'index') return this.index(tx, call, found, top);
      if (own.file) return this.file(tx, call, own.file, top);
      if (what.is !== 'checksum') return refuse(404, notFoundRefusal);
      const { file } = await this.files.lookLocked(tx, kind, placeOf(repository.uuid, what.file));
      if (file) return this.checksum(tx, call, what, file);
      if (!found) return refuse(404, notFoundRefusal);
      const etag = checksumTag(found.checksums, what.algorithm);
      return isMeant(call, { etag, modified: found.changed }) ? done(204) : notMeant();
    };
    const change = async (tx: EntityManager): Promise<FileAnswer> => {
      // He has been told that it failed, and what has come since was not there when he asked.
      if (ctx.deadline <= Date.now()) throw DomainError.unavailable('other changes took too long');
      await stillAllowed(this.source, ctx);
      const answer = await removed(tx);
      if (answer.status !== 204) return answer;
      // A large tree takes minutes. Its request may have been given up by now, so its deadline does not count.
      if (isAdmissionOld(ctx, Date.now())) await this.readmit(ctx, waitedContext('artifact', patience));
      const record = recordOf(ctx, { id: path });
      if (record) await keepRecord(tx, record);
      return answer;
    };
    const locks = locksOf(placeOf(repository.uuid, top));
    const answer = await lockedTransaction(this.source, locks, change, ctx);
    if (answer.status === 204) await this.emptied.tidy(ctx, repository.uuid, top);
    return answer;
  }

  /** Why what is no directory can only be refused, by what is there now: nothing is locked for it. */
  private async refusal(
    call: FileCall,
    what: PathClass,
    found: { file: StoredFile | undefined; index: RenderedIndex | undefined },
  ): Promise<FileAnswer | undefined> {
    const { kind, repository, path } = call;
    if (call.directory) return refuse(404, notFoundRefusal);
    const place = placeOf(repository.uuid, path);
    if (what.is === 'index') {
      const isThere = found.index ?? (await this.states.contribution(this.source.manager, place));
      return isThere ? undefined : refuse(404, notFoundRefusal);
    }
    const summed = what.is === 'checksum' && (await this.files.find(placeOf(repository.uuid, what.file)));
    if (found.file ?? summed)
      return kind.isReleased(path) && !this.mayDelete(call) ? refuse(403, releasedRefusal) : undefined;
    return what.is === 'checksum' && found.index ? undefined : refuse(404, notFoundRefusal);
  }

  /** `asking`: in which context it is asked. */
  private async readmit(ctx: CallContext, asking = withoutCaller(ctx)): Promise<void> {
    const known = { principal: actor(ctx), project: projectOf(ctx), repository: repositoryOf(ctx) };
    const { standing, repository } = await standingNow(this.rpc, asking, known);
    const refusal = lapsed(ctx, standing);
    if (refusal) throw refusal;
    if (!repository) throw DomainError.notFound();
    if (repository.deleted) throw DomainError.forbidden('the repository was deactivated meanwhile');
  }

  /** The list that a directory shows, where the request is about a certain one: as it was a moment ago. */
  private async listed(call: FileCall): Promise<Validators | undefined> {
    const { request } = call;
    if (!hasConditions(request.headers)) return undefined;
    const asked = { ...call, directory: true, request: { ...request, method: 'HEAD', headers: {} } };
    const decision = await this.serve.decide(asked);
    return { etag: decision.is === 'answer' ? (decision.headers.ETag ?? '') : '' };
  }

  /** Whether the path is a directory with something that the caller may not delete. */
  private async holdsReleased(from: ReadFrom | EntityManager, call: FileCall): Promise<boolean> {
    return !this.mayDelete(call) && (await this.removals.hasReleased(from, call.repository.uuid, call.path));
  }

  private mayDelete({ principal, project }: FileCall): boolean {
    return may('release.delete', principal, { project });
  }

  private async file(tx: EntityManager, call: FileCall, file: StoredFile, top: string): Promise<FileAnswer> {
    const { kind, repository, path } = call;
    if (kind.isReleased(path) && !this.mayDelete(call)) return refuse(403, releasedRefusal);
    if (!isMeant(call, { etag: etagOf(file.checksums), modified: file.modified })) return notMeant();
    const place = placeOf(repository.uuid, path);
    await this.removals.removeFile(tx, place, file.size);
    const version = kind.versionOf(path);
    if (version) await this.states.touch(tx, place.repository, [place.directory, version.artifact]);
    await this.emptied.prune(tx, place.repository, place.directory, top);
    return done(204);
  }

  /** The checksum is computed again as soon as it is asked for; only that it was uploaded is forgotten. */
  private async checksum(
    tx: EntityManager,
    call: FileCall,
    { file: path, algorithm }: { file: string; algorithm: ChecksumAlgorithm },
    file: StoredFile,
  ): Promise<FileAnswer> {
    if (call.kind.isReleased(path) && !this.mayDelete(call)) return refuse(403, releasedRefusal);
    const etag = checksumTag(file.checksums, algorithm);
    if (!isMeant(call, { etag, modified: file.modified })) return notMeant();
    const place = placeOf(call.repository.uuid, path);
    await this.files.markUploaded(tx, place, file.uploaded & ~uploadedBit(algorithm));
    return done(204);
  }

  /** Only what clients added goes, also where there is nothing else, and nothing to be shown. */
  private async index(
    tx: EntityManager,
    call: FileCall,
    found: RenderedIndex | undefined,
    top: string,
  ): Promise<FileAnswer> {
    const place = placeOf(call.repository.uuid, call.path);
    if (!found && !(await this.states.contribution(tx, place))) return refuse(404, notFoundRefusal);
    const current = found && { etag: etagOf(found.checksums), modified: found.changed };
    if (!isMeant(call, current)) return notMeant();
    await this.states.contribute(tx, place, undefined);
    await this.emptied.prune(tx, place.repository, place.directory, top);
    return done(204);
  }

  private async tree(
    tx: EntityManager,
    call: FileCall,
    listed: Validators | undefined,
    top: string,
  ): Promise<FileAnswer> {
    const { repository, path } = call;
    // Again, of what has come since.
    if (await this.holdsReleased(tx, call)) return refuse(403, releasedRefusal);
    if (listed && !isMeant(call, listed)) return notMeant();
    await this.removals.removeTree(tx, repository.uuid, path);
    const above = directoryOf(path);
    await this.states.touch(tx, repository.uuid, [above]);
    await this.emptied.prune(tx, repository.uuid, above, top);
    return done(204);
  }
}

/**
 * What changes at least by a removal of what is no directory. With a file also its version may go, about which uploads
 * of other files of it decide: all of these lie below one directory.
 */
const leastOf = ({ kind, path }: FileCall, what: PathClass): string => {
  if (what.is === 'checksum') return what.file;
  const version = kind.versionOf(path);
  return version ? outermostBelow(version.artifact, path) : path;
};

/** The outermost directory on the way from a directory to a file below it; of a file that lies in it, itself. */
const outermostBelow = (directory: string, path: string): string => {
  const end = path.indexOf('/', directory.length + 1);
  return end < 0 ? directory : path.slice(0, end);
};

/** Whether what is there is what the request is about. */
const isMeant = ({ request }: FileCall, current: Validators | undefined): boolean =>
  precondition('DELETE', request.headers, current) === undefined;

const notMeant = (): FileAnswer => refuse(412, 'the file is not the one that the request is about');
