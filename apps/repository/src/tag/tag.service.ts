import { tagOperations, type Input, type PlainInput } from '@holdfast/contracts';
import {
  DomainError,
  pageOf,
  repositoryOf,
  type CallContext,
  type Page,
  type RepositoryScope,
} from '@holdfast/kernel';
import { AuditOutbox, recordOf } from '@holdfast/platform/audit';
import { Handles } from '@holdfast/platform/service-host';
import {
  VcsRefusal,
  type NamedRef,
  type Reading,
  type TagMaking,
  type TagTarget,
  type Tags,
  type VcsKind,
  type VcsRepository,
} from '@holdfast/vcs-spi';
import { Controller } from '@nestjs/common';
import { isPlain } from '../branch/branch-page.js';
import { commitProblem, creationRefusal } from '../branch/branch.rules.js';
import { CommitTimes } from '../branch/commit-times.js';
import { PushesInFlight } from '../branch/pushes-in-flight.js';
import { RefLists } from '../branch/ref-lists.js';
import { RefRoom } from '../branch/ref-room.js';
import { RefRules } from '../branch/ref-rules.js';
import { ChangeRight } from '../change-right/change-right.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import { readingOf } from '../placement/reading-of.js';
import { actorOf, asDomainError, invalidWhere, placeOf, refuseReadOnly } from '../ref-change/ref-caller.js';
import { RefChanges } from '../ref-change/ref-changes.js';
import { ChangeRooms } from '../storage/change-rooms.js';
import { tagPage } from './tag-page.js';
import { newTagProblem } from './tag.rules.js';
import { tagView, type TagView } from './tag.view.js';

/** A repository of this node whose kind has tags. */
interface Tagging {
  repository: RepositoryScope;
  kind: VcsKind;
  data: VcsRepository;
  tags: Tags;
  reading: Reading;
}

/** One whose kind makes them here. */
interface TagMaker extends Tagging {
  making: TagMaking;
}

interface NewTag extends NamedRef {
  message: string;
}

/** What a new annotation takes on the disk besides its message, at most (bytes). */
const annotationSize = 4096;

/** The tags of the repositories on this node. They are refs, as branches are. */
@Controller()
export class TagService {
  constructor(
    private readonly local: LocalRepositories,
    private readonly commitTimes: CommitTimes,
    private readonly outbox: AuditOutbox,
    private readonly changes: RefChanges,
    private readonly rooms: ChangeRooms,
    private readonly room: RefRoom,
    private readonly lists: RefLists,
    private readonly right: ChangeRight,
    private readonly rules: RefRules,
    private readonly pushes: PushesInFlight,
  ) {}

  @Handles(tagOperations.list)
  async list(ctx: CallContext, { list }: PlainInput): Promise<Page<TagView>> {
    const at = this.tagging(ctx);
    if (!at) return { results: [], more: false };
    const times = (commits: string[]) => this.commitTimes.of(at.data, commits, at.reading);
    const read = () => tagPage(at.tags, at.reading, times, list);
    const page = await (isPlain(list) ? read() : this.lists.run(ctx, read));
    return pageOf(page, ({ id, target }) => tagView(id, target, at.repository));
  }

  @Handles(tagOperations.show)
  show(ctx: CallContext, { id }: PlainInput): Promise<TagView> {
    return this.view(this.existing(ctx), id);
  }

  @Handles(tagOperations.create)
  async create(ctx: CallContext, input: Input<typeof tagOperations.create>): Promise<TagView> {
    refuseReadOnly(ctx);
    const at = withMaking(this.tagging(ctx));
    const tag = await this.checkCreation(ctx, at, input);
    const commit = tag.message === '' ? await this.checked(at, tag) : await this.annotate(ctx, at, tag);
    // Before the tag is made: who reads in vain has made nothing.
    const [target] = await at.tags.targets([commit], at.reading);
    const make = () => this.make(ctx, at, { id: tag.id, commit });
    await this.rooms.duringNew(ctx, at.kind, at.tags.refOf(tag.id), make);
    return tagView(tag.id, target, at.repository);
  }

  @Handles(tagOperations.delete)
  async delete(ctx: CallContext, { id }: PlainInput): Promise<TagView> {
    const at = this.existing(ctx);
    const shown = await this.view(at, id);
    refuseReadOnly(ctx);
    const maker = withMaking(at);
    const target = await this.outbox.around(recordOf(ctx, shown), () => this.remove(ctx, maker, id));
    return tagView(id, target, at.repository);
  }

  /** Reports everything that is wrong at once; answers the tag to make, at its full commit id. */
  private async checkCreation(
    ctx: CallContext,
    { data, kind, tags, repository, reading }: Tagging,
    { values, problems }: Input<typeof tagOperations.create>,
  ): Promise<NewTag> {
    const { id, commit, message } = values;
    const { uuid } = repository;
    const [present, found] = await Promise.all([
      tags.snapshot(reading),
      typeof commit === 'string' ? this.local.commit(repository, commit, reading) : undefined,
    ]);
    const wrongName =
      id === undefined
        ? undefined
        : (newTagProblem(kind, present, id) ??
          (await this.room.problemOf(uuid, data, id, reading)) ??
          (await this.rules.problemOf(
            ctx,
            { uuid, kind, data, reading },
            { sort: 'tag', id, commit: found?.outcome === 'found' ? found.id : undefined },
          )));
    if (wrongName) problems.add('id', wrongName);
    const wrongCommit = found && commitProblem(found);
    if (wrongCommit) problems.add('commit', wrongCommit);
    problems.throwIfAny();
    if (id === undefined || found?.outcome !== 'found')
      throw new Error('an incomplete tag passed the validation');
    return { id, commit: found.id, message: message ?? '' };
  }

  private async checked({ making, reading }: TagMaker, { id, commit }: NewTag): Promise<string> {
    await making.check?.({ id, commit }, reading).catch(invalidWhere(creationRefusal));
    return commit;
  }

  /** Writes the annotation, where a storage limit leaves room for it. */
  private annotate(ctx: CallContext, { making, reading }: TagMaker, tag: NewTag): Promise<string> {
    return this.rooms.during(ctx, Buffer.byteLength(tag.message) + annotationSize, () =>
      making.annotate({ ...tag, actor: actorOf(ctx) }, reading).catch(invalidWhere(creationRefusal)),
    );
  }

  private async make(ctx: CallContext, at: TagMaker, tag: NamedRef): Promise<void> {
    const { tags, making, kind, data, reading } = at;
    const { id, commit } = tag;
    const { uuid } = at.repository;
    const named = { sort: 'tag', id, commit } as const;
    const update = { ref: tags.refOf(id), sort: 'tag', name: id, new: commit } as const;
    const creating = async (): Promise<NamedRef> =>
      // It has waited. Whoever protects a branch from here on waits for what was decided before.
      this.pushes.during(uuid, await this.rules.branchesOf(at, [update]), async () => {
        await this.rules.mustAllow(ctx, { uuid, kind, data, reading }, named);
        await this.right.confirm(ctx);
        return making.create({ ...tag, actor: actorOf(ctx) }, reading);
      });
    await this.changes
      .during(placeOf(ctx), [update], ctx.deadline, creating)
      .catch(invalidWhere(creationRefusal));
  }

  /** Answers what it led to. */
  private async remove(
    ctx: CallContext,
    { tags, making, reading }: TagMaker,
    id: string,
  ): Promise<TagTarget> {
    for (let attempt = 1; ; attempt += 1) {
      const expected = await tags.find(id, reading);
      if (expected === undefined) throw DomainError.notFound();
      const [target] = await tags.targets([expected], reading);
      const update = { ref: tags.refOf(id), sort: 'tag', name: id, old: expected };
      const removing = async (): Promise<NamedRef> => {
        await this.right.confirm(ctx);
        return making.delete({ id, expected, actor: actorOf(ctx) }, reading);
      };
      try {
        await this.changes.during(placeOf(ctx), [update], ctx.deadline, removing);
        return target;
      } catch (error) {
        // A push moved it between our look and git's lock.
        if (error instanceof VcsRefusal && error.code === 'moved' && attempt < 5) continue;
        throw asDomainError(error);
      }
    }
  }

  private tagging(ctx: CallContext): Tagging | undefined {
    const repository = repositoryOf(ctx);
    const opened = this.local.open(repository);
    return opened?.data.tags && { repository, ...opened, tags: opened.data.tags, reading: readingOf(ctx) };
  }

  private existing(ctx: CallContext): Tagging {
    const at = this.tagging(ctx);
    if (!at) throw DomainError.notFound();
    return at;
  }

  private async view({ tags, repository, reading }: Tagging, id: string): Promise<TagView> {
    const pointedAt = await tags.find(id, reading);
    if (pointedAt === undefined) throw DomainError.notFound();
    const [target] = await tags.targets([pointedAt], reading);
    return tagView(id, target, repository);
  }
}

/** @throws DomainError where the kind has none, or they come by pushes only */
const withMaking = (at: Tagging | undefined): TagMaker => {
  const making = at?.tags.making;
  if (!making) throw DomainError.invalid({ repository: { invalid: true } });
  return { ...at, making };
};
