import { jest } from '@jest/globals';
import type { CallContext, JsonObject, RepositoryScope } from '@holdfast/kernel';
import type { IncomingRefs, Reading, RefUpdate, Remotes, RemoteWork, VcsRepository } from '@holdfast/vcs-spi';
import { held } from '../job/held-work.fixture.js';
import { JobRunner } from '../job/job-runner.js';
import { Jobs } from '../job/jobs.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import { readingOf } from '../placement/reading-of.js';
import { answer, call, ServiceWorld } from '../service-world.fixture.js';

const actor = { name: 'a', email: 'a@example.com' };

/** The service, with a repository elsewhere that has the branches that a test gives it, and one of ours. */
export class ElsewhereWorld {
  service!: ServiceWorld;
  /** An admin of the project, at the one of ours. */
  ctx!: CallContext & { repository: RepositoryScope };
  /** Two commits, one after the other, which are known here and there. */
  commit = '';
  later = '';
  /** The branches elsewhere, with their commits. */
  there: Record<string, string> = {};
  /** The default branch elsewhere, where it says which. */
  head: string | undefined;
  /** Of a fetch or a push that waits until it is told to go on; undefined: none waits. */
  hold: ReturnType<typeof held> | undefined;
  /** Why what was brought is not removed now. */
  untidy: Error | undefined;
  /** What others do before what was brought is removed. */
  meanwhile: (() => Promise<unknown>) | undefined;
  /** What of what is new cannot be had. */
  note: string | undefined;
  /** Why nothing can be fetched or given away. */
  failure: Error | undefined;
  /** How often what was left was removed. */
  tidied = 0;
  /** Where something was given away to. */
  readonly given: string[] = [];
  private number = 0;

  /** A world for the tests of the suite that is being described. */
  static ofSuite(): ElsewhereWorld {
    const world = new ElsewhereWorld();
    beforeAll(async () => {
      world.service = await ServiceWorld.start();
      const local = world.service.part(LocalRepositories);
      const open = local.open.bind(local);
      jest.spyOn(local, 'open').mockImplementation((repository) => {
        const opened = open(repository);
        if (opened) Object.assign(opened.data, { remotes: world.remotesOf(opened.data) });
        return opened;
      });
    });
    beforeEach(() => world.fresh());
    afterAll(() => world.service.end());
    return world;
  }

  /** Sets the mirror of the repository, or takes it away. */
  put(mirror: JsonObject | null): Promise<unknown> {
    const { service, ctx } = this;
    const input = call({ params: { repository_id: ctx.repository.id }, body: { mirror } });
    return answer(service.repositories.update(ctx, input));
  }

  private async fresh(): Promise<void> {
    const { service } = this;
    this.head = undefined;
    this.hold = undefined;
    this.untidy = undefined;
    this.meanwhile = undefined;
    this.failure = undefined;
    this.note = undefined;
    this.tidied = 0;
    this.given.length = 0;
    this.ctx = await service.repository(service.project(), { id: `r${(this.number += 1)}`, type: 'git' });
    const { project, principal } = this.ctx;
    service.identity = { ...(project && { project }), ...(principal && { caller: principal }) };
    this.commit = await service.commit(this.ctx, 100);
    this.later = await service.commit(this.ctx, 200, this.commit);
    this.there = { main: this.later };
  }

  /** The branches here, with their commits. */
  async here(): Promise<Record<string, string>> {
    const data = this.service.part(LocalRepositories).open(this.ctx.repository)?.data;
    return data ? branchesOf(data, readingOf(this.ctx)) : {};
  }

  /** Makes branches here, as a push does. */
  async push(branches: Record<string, string>): Promise<void> {
    const { branches: here } = this.service.part(LocalRepositories).open(this.ctx.repository)?.data ?? {};
    for (const [id, commit] of Object.entries(branches))
      await here?.create({ id, commit, actor }, readingOf(this.ctx));
  }

  /** Until no job runs. */
  idle(): Promise<void> {
    return this.service.part(JobRunner).idle();
  }

  /** What has become of the newest job. */
  async outcome({ name }: { name: string }): Promise<string | undefined> {
    const job = await this.service.part(Jobs).latest({ name }, this.ctx.repository.uuid);
    return job && [job.state, ...(job.error === null ? [] : [job.error])].join(': ');
  }

  private remotesOf(data: VcsRepository): Remotes {
    return {
      fetch: (_source, work) => (this.failure ? Promise.reject(this.failure) : this.fetched(data, work)),
      push: async ({ url }, { signal }) => {
        await this.held(signal);
        if (this.failure) throw this.failure;
        this.given.push(url);
      },
      tidy: async () => {
        await this.meanwhile?.();
        this.tidied += 1;
        if (this.untidy) throw this.untidy;
      },
    };
  }

  /** As the kinds do it: by what is here at the beginning. */
  private async fetched(data: VcsRepository, { signal }: RemoteWork): Promise<IncomingRefs> {
    const reading = { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 };
    const now = await branchesOf(data, reading);
    await this.held(signal);
    const names = [...new Set([...Object.keys(now), ...Object.keys(this.there)])];
    const updates: RefUpdate[] = names
      .filter((name) => now[name] !== this.there[name])
      .map((name) => ({
        ...{ ref: `refs/heads/${name}`, sort: 'branch', name },
        ...(name in now ? { old: now[name] } : {}),
        ...(name in this.there ? { new: this.there[name] } : {}),
      }));
    return {
      ...{ updates, refusals: [] },
      ...(this.head === undefined ? {} : { head: this.head }),
      ...(this.note === undefined || updates.length === 0 ? {} : { note: this.note }),
      forced: () => Promise.resolve(new Set()),
      publish: async () => {
        await publish(data, updates, reading);
        if (this.head !== undefined) await data.setHead(this.head);
      },
      discard: () => Promise.resolve(),
    };
  }

  private async held(signal: AbortSignal): Promise<void> {
    if (!this.hold) return;
    this.hold.begin();
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('ended')));
    });
    await Promise.race([this.hold.finished, aborted]);
  }
}

const branchesOf = async (data: VcsRepository, reading: Reading): Promise<Record<string, string>> => {
  const snapshot = await data.branches?.snapshot(reading);
  const page = snapshot?.page(0, 100) ?? [];
  return Object.fromEntries(page.map(({ id, commit }) => [id, commit]));
};

const publish = async (
  { branches }: VcsRepository,
  updates: readonly RefUpdate[],
  reading: Reading,
): Promise<void> => {
  for (const { name: id, old, new: next } of updates) {
    if (old !== undefined) await branches?.delete({ id, actor, expected: old }, reading);
    if (next !== undefined) await branches?.create({ id, actor, commit: next }, reading);
  }
};
