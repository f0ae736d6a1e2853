import {
  identityCalls,
  seesProject,
  standingOf,
  type Standing,
  type StandingAnswer,
} from '@holdfast/contracts';
import {
  actor,
  DomainError,
  projectOf,
  repositoryOf,
  withoutCaller,
  type CallContext,
  type Problems,
} from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { targetProblem } from './fork.rules.js';

/** What is forked, and the context of what is done in the project to which it goes. */
export interface ForkTarget {
  source: RepositoryRow;
  there: CallContext;
}

/** Says into which project somebody may fork now, whatever he was let in with. */
@Injectable()
export class ForkTargets {
  constructor(
    private readonly rpc: Rpc,
    private readonly store: RepositoryStore,
  ) {}

  /**
   * `named`: an id or a uuid. Undefined: not that one, which is added to the problems.
   * @throws DomainError where he may not, or where nothing is forked any more
   */
  async find(ctx: CallContext, named: string, problems: Problems): Promise<ForkTarget | undefined> {
    const [from, to, source] = await Promise.all([
      this.standing(ctx, { project: projectOf(ctx).uuid }),
      this.standing(ctx, { named }),
      this.store.findByUuid(repositoryOf(ctx).uuid),
    ]);
    const { caller } = from;
    if (!caller) throw new DomainError('unauthenticated');
    if (!source || !from.project || !seesProject(caller, from.project)) throw DomainError.notFound();
    if (source.deletedAt || from.project.deleted) throw DomainError.deactivated();
    const problem = targetProblem(caller, { source: from.project, target: to.project });
    if (problem) problems.add('project', problem);
    if (problem || !to.project) return undefined;
    return { source, there: { ...ctx, project: to.project, repository: undefined } };
  }

  private standing(ctx: CallContext, about: Pick<Standing, 'project' | 'named'>): Promise<StandingAnswer> {
    const asked: Standing = { ...standingOf(actor(ctx)), ...about };
    return this.rpc.call(identityCalls.standing, withoutCaller(ctx), asked);
  }
}
