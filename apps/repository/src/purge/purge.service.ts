import {
  artifactCalls,
  identityCalls,
  repositoryCalls,
  repositoryChanged,
  type DiscardRepository,
  type ExistingProjects,
  type PurgedRepositories,
  type PurgeFiles,
  type PurgeRepositories,
  type RepositoryChanged,
  type StoragePlace,
  toNode,
} from '@holdfast/contracts';
import { checkDays, DomainError, isUuid, type CallContext } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { Rpc } from '@holdfast/platform/rpc';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { LocalRepositories } from '../placement/local-repositories.js';
import { Placement } from '../placement/placement.js';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import { StorageBook } from '../storage/storage-book.js';
import { PurgeStore, type Candidate } from './purge.store.js';

const nobody = '00000000-0000-0000-0000-000000000000';
/** Looked at together. */
const atOnce = 500;
/** One call removes for so long (ms); the operator asks again. */
const turn = 5_000;

/** Removes repositories for good: first what they hold, then their row, so that what is cut off is done again. */
@Controller()
export class PurgeService {
  constructor(
    private readonly store: PurgeStore,
    private readonly types: RepositoryTypes,
    private readonly local: LocalRepositories,
    private readonly placement: Placement,
    private readonly book: StorageBook,
    private readonly rpc: Rpc,
  ) {}

  @HandlesCall(repositoryCalls.purge, { command: 'repository.purge' })
  async run(ctx: CallContext, { days, after = nobody }: PurgeRepositories): Promise<PurgedRepositories> {
    checkDays(days);
    if (!isUuid(after)) throw DomainError.invalid({ after: { invalid: true } });
    const end = Date.now() + turn;
    const done: PurgedRepositories = { repositories: 0, left: 0 };
    const candidates = await this.store.candidates(after, days, atOnce);
    const existing = await this.existing(ctx, candidates);
    for (const candidate of candidates) {
      if (candidate.expired || !existing.has(candidate.project)) {
        if (await this.removed(ctx, candidate)) done.repositories += 1;
        else done.left += 1;
      }
      if (Date.now() > end) return { ...done, after: candidate.uuid };
    }
    return candidates.length < atOnce ? done : { ...done, after: candidates[atOnce - 1].uuid };
  }

  @HandlesCall(repositoryCalls.discard, { node: true })
  async discard(_ctx: CallContext, repository: DiscardRepository): Promise<void> {
    if (!isUuid(repository.uuid)) throw DomainError.notFound();
    // After a loss of power here what was removed last may be there again, while its row has gone: whoever finds the
    // mark looks for the row, and clears it long after the disk has been told.
    await this.placement.begin(repository);
    await this.local.open(repository)?.data.close();
    await this.placement.remove(repository);
  }

  private async existing(ctx: CallContext, candidates: Candidate[]): Promise<Set<string>> {
    const projects = [...new Set(candidates.map(({ project }) => project))];
    const asked: ExistingProjects = { projects };
    return new Set((await this.rpc.call(identityCalls.existingProjects, ctx, asked)).projects);
  }

  private async removed(ctx: CallContext, candidate: Candidate): Promise<boolean> {
    const { uuid, type, node, project, company } = candidate;
    try {
      if (this.types.of(type).vcs) {
        const content: DiscardRepository = { uuid, type };
        await this.rpc.call(toNode(repositoryCalls.discard, node), ctx, content);
      } else {
        const files: PurgeFiles = { repository: uuid };
        await this.rpc.call(artifactCalls.purge, ctx, files);
      }
      await this.store.remove(ctx, candidate);
      this.rpc.tell(repositoryChanged, { project, repository: uuid } satisfies RepositoryChanged);
      await this.forget({ company, project, repository: uuid });
      return true;
    } catch (err) {
      log.warn({ err, repository: uuid }, 'a repository could not be purged');
      return false;
    }
  }

  /** What the ledger does not hear of now it learns when it is compared with the catalogue. */
  private async forget(place: StoragePlace): Promise<void> {
    try {
      await this.book.forget([place]);
    } catch (err) {
      log.warn({ err, repository: place.repository }, 'the ledger did not hear of a purge');
    }
  }
}
