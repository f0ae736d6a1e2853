import { may, type Standing } from '@holdfast/contracts';
import type { CallContext, Principal, ProjectScope } from '@holdfast/kernel';
import { ownContext } from '@holdfast/platform/rpc';
import type { IncomingRefs, Reading, RefRefusal, VcsKind, VcsRepository } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { PushesInFlight } from '../branch/pushes-in-flight.js';
import { RefRules } from '../branch/ref-rules.js';
import { refusedNow } from '../branch/refused-now.js';
import { DefaultIdentifiers } from '../catalogue/default-identifiers.js';
import { JobFailure } from '../job/job-kinds.js';
import { RefChanges } from '../ref-change/ref-changes.js';
import { RemoteChanges } from '../remote/remote-changes.js';
import { askedOnce } from '../transfer/asked-once.js';
import { pushPlace, pusherOf } from '../transfer/push-place.js';
import { WriterStandings, type WriterStanding } from '../transfer/writer-standings.js';
import { WriteGate } from '../write-gate/write-gate.js';
import { isEmpty } from './emptiness.js';

/** In whose name something comes in, and where. */
export interface IncomingTarget {
  standing: Standing;
  /** From where he asked for it. */
  address?: string;
  kind: VcsKind;
  data: VcsRepository;
  /** Uuid. */
  repository: string;
  /** Nothing may be there, however long it took: nothing of what others have brought meanwhile is replaced. */
  mustBeEmpty: boolean;
  /** Whether what it was brought by is still as it was then. */
  isWanted(): Promise<boolean>;
}

/** Publishing takes no longer, with the decision before it (ms). */
const patience = 50_000;
/** So many refusals are told. */
const mostTold = 5;

/** Makes what came from elsewhere part of a repository, by the rules of a push and in the name of whoever asked. */
@Injectable()
export class IncomingPublisher {
  constructor(
    private readonly writers: WriterStandings,
    private readonly rules: RefRules,
    private readonly pushes: PushesInFlight,
    private readonly changes: RefChanges,
    private readonly defaults: DefaultIdentifiers,
    private readonly gate: WriteGate,
    private readonly remotes: RemoteChanges,
  ) {}

  /** @throws JobFailure where a rule is against it */
  publish(incoming: IncomingRefs, target: IncomingTarget): Promise<void> {
    const ctx = ownContext('repository', patience);
    return this.gate.during(target.repository, ctx.deadline, () =>
      this.remotes.during(target.repository, () => this.judged(ctx, incoming, target)),
    );
  }

  private async judged(ctx: CallContext, incoming: IncomingRefs, target: IncomingTarget): Promise<void> {
    const { standing, kind, data, repository, address = '' } = target;
    const { deadline } = ctx;
    const { updates } = incoming;
    const writer = await this.writer(ctx, target);
    const { row } = writer;
    const owner = { company: row.company, account: standing.account };
    const reading = { owner, deadline };
    const place = {
      ...{ ...pushPlace(row), account: standing.account, cause: 'push' as const },
      ...pusherOf(writer, address),
    };
    const wanted = updates.filter(({ sort }) => sort !== 'reserved' && sort !== 'malformed');
    const branches = await this.rules.branchesOf({ kind, data }, updates);
    await this.changes.during(place, wanted, deadline, () =>
      // Whoever changes the rules from here on waits for what was decided by the old ones.
      this.pushes.during(repository, branches, async () => {
        if (!(await target.isWanted())) throw new JobFailure('it was stopped or changed meanwhile');
        if (target.mustBeEmpty && updates.length > 0 && !(await isEmpty(data, reading))) throw notEmpty();
        const head = await headAfter(incoming, data, reading);
        const judged = { uuid: repository, kind, data, reading, head };
        const forced = askedOnce((refs: readonly string[]) => incoming.forced(refs));
        const refused = await refusedNow({
          judge: (abilities) => this.rules.judge(judged, updates, abilities, forced),
          look: async () => (await this.writer(ctx, target)).abilities,
          deadline,
        });
        mustBeNone([...refused, ...incoming.refusals]);
        await incoming.publish(reading);
      }),
    );
    await this.defaults.follow(repository, data);
  }

  /** In whose name it comes in, as he is now. @throws JobFailure where he may not have that done any more */
  private async writer(
    ctx: CallContext,
    { standing, repository }: IncomingTarget,
  ): Promise<ReturnType<typeof mustAdminister>> {
    const writer = await this.writers.of(ctx, standing, repository);
    if (!writer) throw new JobFailure('the repository is deactivated');
    return mustAdminister(writer);
  }
}

/** @throws JobFailure unless he may still do what he has asked for */
export const mustAdminister = <Writer extends WriterStanding>(
  writer: Writer,
): Writer & { caller: Principal; project: ProjectScope } => {
  const { caller, project } = writer;
  if (!caller || !project || !may('repository.administer', caller, { project }))
    throw new JobFailure('whoever set it up may not do it any more');
  return { ...writer, caller, project };
};

/** The default branch of the other side, where it is here when all of it has come. */
const headAfter = async (
  { head, updates }: IncomingRefs,
  { branches }: VcsRepository,
  reading: Reading,
): Promise<string | undefined> => {
  if (head === undefined) return undefined;
  const update = updates.find(({ sort, name }) => sort === 'branch' && name === head);
  const commit = update ? update.new : await branches?.find(head, reading);
  return commit === undefined ? undefined : head;
};

const notEmpty = (): JobFailure =>
  new JobFailure('something was pushed to the repository meanwhile, and imports fill empty ones only');

/** @throws JobFailure with the first of them */
const mustBeNone = (refusals: readonly RefRefusal[]): void => {
  if (refusals.length === 0) return;
  const told = refusals.slice(0, mostTold).map(({ name, rule, reason }) => {
    const help = rule === 'head_deletion' ? ' (set another `default_identifier` here)' : '';
    return `${name}: ${reason}${help}`;
  });
  const more = refusals.length > mostTold ? [`and ${refusals.length - mostTold} more`] : [];
  throw new JobFailure([...told, ...more].join('; '));
};
