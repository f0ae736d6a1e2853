import {
  namedBy,
  repositoryChanged,
  repositoryOperations,
  validated,
  type Input,
  type RepositoryChanged,
} from '@holdfast/contracts';
import { DomainError, Problems, projectOf, repositoryOf, uuidv7, type CallContext } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Handles } from '@holdfast/platform/service-host';
import { directorySize, type VcsKind } from '@holdfast/vcs-spi';
import { Controller } from '@nestjs/common';
import { newRow } from '../catalogue/new-row.js';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import { Creations } from '../placement/creations.js';
import type { Made } from '../placement/marks.js';
import { Placement } from '../placement/placement.js';
import { readingOf } from '../placement/reading-of.js';
import { asDomainError, refuseDeactivated } from '../ref-change/ref-caller.js';
import { FreeIds } from '../repository/free-ids.js';
import { RepositoryViews } from '../repository/repository-views.js';
import type { RepositoryView } from '../repository/repository.view.js';
import { StorageMeter } from '../storage/storage-meter.js';
import { ChangeRooms } from '../storage/change-rooms.js';
import { ForkTargets, type ForkTarget } from './fork-targets.js';
import { ForkTurns } from './fork-turns.js';

/** A fork that is being made. */
interface Fork {
  made: Made;
  id: string;
  kind: VcsKind;
  target: ForkTarget;
}

/** Makes repositories out of others, of the kinds that can. */
@Controller()
export class ForkService {
  constructor(
    private readonly store: RepositoryStore,
    private readonly types: RepositoryTypes,
    private readonly placement: Placement,
    private readonly creations: Creations,
    private readonly targets: ForkTargets,
    private readonly turns: ForkTurns,
    private readonly ids: FreeIds,
    private readonly rooms: ChangeRooms,
    private readonly meter: StorageMeter,
    private readonly views: RepositoryViews,
    private readonly rpc: Rpc,
  ) {}

  @Handles(repositoryOperations.fork)
  async fork(ctx: CallContext, input: Input<typeof repositoryOperations.fork>): Promise<RepositoryView> {
    refuseDeactivated(ctx);
    const type = this.types.of(repositoryOf(ctx).type);
    const kind = type.vcs;
    if (!kind?.fork) throw DomainError.invalid({ repository: { invalid: true } });
    const { values, problems } = input;
    const named = values.project === undefined ? undefined : namedBy(values.project);
    const target = named === undefined ? undefined : await this.targets.find(ctx, named, problems);
    if (values.id !== undefined) {
      const into = target && projectOf(target.there).uuid;
      const problem = await this.ids.problemOf(into, values.id, type);
      if (problem) problems.add('id', problem);
    }
    const { id } = validated(input);
    if (!target) throw new Error('a fork without a project passed the validation');
    const made: Made = { uuid: uuidv7(), type: type.id };
    const row = await this.turns
      .run(ctx, () => this.make(ctx, { made, id, kind, target }))
      .catch((error: unknown) => {
        throw asDomainError(error);
      });
    this.rpc.tell(repositoryChanged, {
      project: row.project,
      repository: row.uuid,
    } satisfies RepositoryChanged);
    return this.views.of(target.there, row, projectOf(target.there));
  }

  private async make(ctx: CallContext, fork: Fork): Promise<RepositoryRow> {
    const { made, kind, target } = fork;
    const source = this.placement.directory(target.source);
    const row = await this.creations.whole(
      made,
      async (directory) => kind.fork?.(source, directory, readingOf(ctx)),
      (directory) => this.enter(ctx, fork, directory),
    );
    this.meter.wrote(this.placement.directory(made));
    return row;
  }

  /** The directory is there. */
  private async enter(ctx: CallContext, fork: Fork, directory: string): Promise<RepositoryRow> {
    const { made, id, kind } = fork;
    // What is purged is deactivated before: the fork is whole if its source is active after it was made.
    const { source, there } = await this.again(ctx, fork.target);
    const bytes = await directorySize(directory);
    const { uuid } = repositoryOf(ctx);
    const row: RepositoryRow = {
      ...newRow(ctx, projectOf(there).uuid),
      ...made,
      id,
      node: this.placement.node,
      defaultIdentifier: (await kind.open(directory).head()) ?? kind.defaultReference,
      defaultBaseBranch: source.defaultBaseBranch,
      description: source.description,
      forkedFrom: uuid,
      origin: { id: source.id, uuid },
      storageUsed: String(bytes),
    };
    const scope = { ...made, id, node: row.node, deleted: false };
    const detail = { forked_from: `${projectOf(ctx).id}/${source.id}` };
    // It may wait for the turn of the change: of who may see the source then, the target's context says nothing.
    const confirm = () => this.again(ctx, fork.target);
    await this.rooms.during({ ...there, repository: scope }, bytes, () =>
      this.store.insert(there, row, { detail, confirm }),
    );
    return row;
  }

  /** What he was let in with may have ended meanwhile. */
  private async again(ctx: CallContext, { there }: ForkTarget): Promise<ForkTarget> {
    const problems = new Problems();
    const target = await this.targets.find(ctx, projectOf(there).uuid, problems);
    problems.throwIfAny();
    if (!target) throw new Error('a project is none, and nothing is wrong with it');
    return target;
  }
}
