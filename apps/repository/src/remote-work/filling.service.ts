import {
  repositoryCalls,
  toNode,
  type AskedImport,
  type AskImport,
  type OpenedUpload,
  type OpenUpload,
  type ReceiveUpload,
} from '@holdfast/contracts';
import { DomainError, isUuid, uuidv7, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Rpc } from '@holdfast/platform/rpc';
import { HandlesCall } from '@holdfast/platform/service-host';
import { uploadIn } from '@holdfast/vcs-spi';
import { Controller } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ByteProcess } from '../byte-process/byte-process.js';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import { JobFailure } from '../job/job-kinds.js';
import { Jobs } from '../job/jobs.js';
import { unavailableInstead } from '../placement/engine-link.js';
import { Placement } from '../placement/placement.js';
import { RemoteAddresses } from '../remote/remote-addresses.js';
import { importJob } from '../remote/remote-jobs.js';
import { RemoteStore } from '../remote/remote.store.js';
import { SealedSecrets } from '../remote/sealed-secrets.js';
import type { TransferCaller } from '../transfer/transfer-caller.js';
import { WriterStandings } from '../transfer/writer-standings.js';
import { WriteGate } from '../write-gate/write-gate.js';
import { storageOf } from './remote-works.js';

const path = '/upload';

/** The operator has empty repositories filled, in the name of an admin of their project. */
@Controller()
export class FillingService {
  constructor(
    private readonly source: DataSource,
    private readonly repositories: RepositoryStore,
    private readonly types: RepositoryTypes,
    private readonly jobs: Jobs,
    private readonly remotes: RemoteStore,
    private readonly secrets: SealedSecrets,
    private readonly addresses: RemoteAddresses,
    private readonly writers: WriterStandings,
    private readonly placement: Placement,
    private readonly bytes: ByteProcess,
    private readonly gate: WriteGate,
    private readonly rpc: Rpc,
  ) {}

  @HandlesCall(repositoryCalls.openUpload)
  async open(ctx: CallContext, { place, account }: OpenUpload): Promise<OpenedUpload> {
    const row = await this.found(place);
    await this.mustBeIdle(row);
    const asked = { repository: row.uuid, account };
    return this.rpc.call(toNode(repositoryCalls.receiveUpload, row.node), ctx, asked);
  }

  @HandlesCall(repositoryCalls.receiveUpload, { node: true })
  async receive(ctx: CallContext, { repository, account }: ReceiveUpload): Promise<OpenedUpload> {
    if (!isUuid(repository) || !isUuid(account)) throw DomainError.notFound();
    const principal = await this.caller(ctx, await this.active(repository), account);
    const directory = this.placement.directory(await this.active(repository));
    const upload = {
      ...{ file: uploadIn(directory), directory, principal },
      metered: principal.storage !== undefined,
    };
    const grant = { exchange: { method: 'POST', path, headers: {} }, repository, upload };
    const opened = await this.gate.during(repository, ctx.deadline, () =>
      this.bytes.open(grant).catch(unavailableInstead),
    );
    return { path, ...opened };
  }

  @HandlesCall(repositoryCalls.askImport, { command: 'repository.import' })
  async ask(ctx: CallContext, { place, account, from }: AskImport): Promise<AskedImport> {
    const row = await this.found(place);
    await this.mustBeIdle(row);
    await this.caller(ctx, row, account);
    const address = from && this.addresses.of(from.url);
    if (from && !address)
      throw new DomainError('invalid', { reason: 'the address is none to which this server connects' });
    const { uuid } = row;
    const remote = {
      ...{ account, credential: null, address: null, version: uuidv7() },
      ...{ repository: uuid, purpose: 'import' as const, direction: 'pull' as const },
      ...{ url: address?.href ?? 'file:', username: from?.username ?? null },
      secret: from?.password ? this.secrets.seal(from.password, uuid) : null,
      ...{ interval: 0, enabled: true, due: null, failures: 0, lastAt: null, error: null },
    };
    const payload = from ? {} : { file: true };
    const entered = async (tx: EntityManager) => {
      await this.repositories.markImported(tx, uuid);
      // Others may have asked for one meanwhile; from now on they wait for the row.
      if (await this.jobs.isOpen(tx, importJob, uuid)) throw underWay();
      await this.remotes.put(tx, remote);
      const job = await this.jobs.enter(importJob, { repository: uuid, payload, by: account }, tx);
      if (!job) throw new DomainError('not_found', { reason: 'there is no such repository' });
      return { id: row.id, uuid, job: job.uuid };
    };
    const by = () => ({ company: row.company });
    const { job } = await audited(this.source, ctx, entered, { by, detail: () => ({ url: remote.url }) });
    await this.jobs.wake(row.node);
    return { job };
  }

  private async found({ project, repository }: AskImport['place']): Promise<RepositoryRow> {
    const row = await this.repositories.findNamed(project, repository);
    if (!row || row.deletedAt) throw new DomainError('not_found', { reason: 'there is no such repository' });
    if (!this.types.of(row.type).vcs?.hasRemotes)
      throw new DomainError('invalid', { reason: `repositories of ${row.type} are not imported` });
    return row;
  }

  private async active(uuid: string): Promise<RepositoryRow> {
    const row = await this.repositories.findByUuid(uuid);
    if (!row || row.deletedAt) throw DomainError.notFound();
    return row;
  }

  /** Whether it is empty is seen when the work begins. */
  private async mustBeIdle({ uuid, mirror }: RepositoryRow): Promise<void> {
    const job = await this.jobs.latest(importJob, uuid);
    if (job?.state === 'queued' || job?.state === 'running') throw underWay();
    if (mirror === 'pull') throw new DomainError('invalid', { reason: 'it follows another repository' });
  }

  /** @throws DomainError where the account does not administer the project */
  private async caller(ctx: CallContext, row: RepositoryRow, account: string): Promise<TransferCaller> {
    const { company, project, uuid } = row;
    const standing = { company, project, account };
    const writer = await this.writers.of(ctx, standing, uuid);
    if (!writer) throw new DomainError('invalid', { reason: 'the repository is deactivated' });
    try {
      const storage = storageOf(writer);
      return { requestId: ctx.requestId, standing, ...(storage ? { storage } : {}) };
    } catch (error) {
      if (!(error instanceof JobFailure)) throw error;
      throw new DomainError('invalid', { reason: 'the account is no admin of the project' });
    }
  }
}

const underWay = (): DomainError =>
  new DomainError('invalid', { reason: 'an import of it waits or runs already' });
