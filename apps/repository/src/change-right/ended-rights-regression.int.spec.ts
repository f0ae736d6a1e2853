import { jest } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { identityCalls, type StandingAnswer } from '@holdfast/contracts';
import {
  DomainError,
  wholeList,
  type CallContext,
  type ProjectScope,
  type RepositoryScope,
} from '@holdfast/kernel';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { ProtectedBranchService } from '../protected-branch/protected-branch.service.js';
import { TagService } from '../tag/tag.service.js';

type At = CallContext & { repository: RepositoryScope; project: ProjectScope };

/**
 * Requests wait for a row, or their turn; meanwhile the rights of who sent them end, and that is acknowledged. Each of
 * them was carried out with the rights of before.
 */
describe('what waited inside the service while the rights of its caller ended', () => {
  let world: ServiceWorld;
  let at: At;
  let asked: number;
  let commit: string;
  beforeAll(async () => {
    world = await ServiceWorld.start();
    at = (await world.repository(world.project(), { id: 'code', type: 'git' })) as At;
    const first = await world.commit(at, 100);
    commit = first;
    await world.refs(at, { main: await world.commit(at, 200, first), old: first, kept: first });
    await answer(
      world.branches.update(at, call({ params: { id: 'kept' }, body: { protected: true as never } })),
    );
    await answer(tags().create(at, call({ body: { id: 'v1', commit: first } })));
  });
  afterAll(() => world.end());
  beforeEach(() => {
    asked = 0;
    stands(asBefore());
  });

  const tags = () => world.part(TagService);
  const asBefore = (): StandingAnswer => ({ caller: at.principal, project: at.project });
  const demoted = (): StandingAnswer => ({ ...asBefore(), project: { ...at.project, roles: ['developer'] } });
  /** What identity says of the caller from now on. */
  const stands = (now: StandingAnswer): void => {
    world.answering = (subject) => {
      if (subject === (identityCalls.standing as string)) asked += 1;
      return now;
    };
  };
  const ago = (milliseconds: number): At => ({ ...at, admitted: Date.now() - milliseconds });
  const description = async () =>
    (await answer(world.repositories.show(at, call({ params: { repository_id: 'code' } })))).description;
  const put = (ctx: At, text: string) =>
    world.repositories.update(ctx, call({ params: { repository_id: 'code' }, body: { description: text } }));

  it('is not done once the row is free', async () => {
    for (const [now, code] of [
      [{}, 'unauthenticated'],
      [{ caller: at.principal }, 'not_found'],
      [demoted(), 'forbidden'],
    ] as const) {
      stands(asBefore());
      const holder = world.source.createQueryRunner();
      await holder.startTransaction();
      let waiting: Promise<unknown>[];
      try {
        await holder.query('select 1 from repository where uuid = $1 for update', [at.repository.uuid]);
        const ctx = (): At => ({ ...at, admitted: Date.now() });
        waiting = [
          put(ctx(), 'by whom'),
          put(ctx(), 'by whom else'),
          world.repositories.delete(ctx(), call({ params: { repository_id: 'code' } })),
        ].map((reply) => errorsOf(reply));
        await wait(100);
        stands(now);
        await wait(300);
      } finally {
        await holder.rollbackTransaction();
        await holder.release();
      }
      expect(await Promise.all(waiting)).toEqual([code, code, code]);
    }
    expect(await description()).toBe('');
  });

  it('is not done either to branches, their protection, and tags', async () => {
    stands(demoted());
    const { branches } = world;
    const named = (id: string) => call({ params: { id } });
    const patterns = world.part(ProtectedBranchService);
    const old = (): At => ago(1_000);
    const free: unknown = false;
    for (const reply of [
      branches.create(old(), call({ body: { id: 'new', commit } })),
      branches.create(old(), call({ body: { id: 'new', commit, protected: true as never } })),
      branches.update(old(), call({ params: { id: 'kept' }, body: { protected: free as never } })),
      branches.delete(old(), named('old')),
      patterns.create(old(), call({ body: { pattern: 'release/*' } })),
      tags().create(old(), call({ body: { id: 'v2', commit } })),
      tags().delete(old(), named('v1')),
    ])
      expect(await errorsOf(reply)).toBe('forbidden');
    const there = await answer(branches.list(at, call({ list: wholeList })));
    expect(there.results.map(({ id, protected: flag }) => [id, flag])).toEqual([
      ['kept', true],
      ['main', false],
      ['old', false],
    ]);
    const tagged = await answer(tags().list(at, call({ list: wholeList })));
    expect(tagged.results.map(({ id }) => id)).toEqual(['v1']);
    expect((await answer(patterns.list(at, call({ list: wholeList })))).results).toEqual([]);
  });

  it('is not done either in a repository that was deactivated, or follows another one, meanwhile', async () => {
    const made = await world.repository(world.project(), { id: 'frozen', type: 'git' });
    const only = await world.commit(made, 100);
    await world.refs(made, { main: only, kept: only });
    const old = () => ({ ...made, principal: at.principal, admitted: Date.now() - 1_000 }) as At;
    const set = (what: string) =>
      world.source.query(`update repository.repository set ${what} where uuid = $1`, [made.repository.uuid]);
    const locked = { id: { locked: true } };
    for (const what of ['deleted_at = now()', `deleted_at = null, mirror = 'pull'`]) {
      await set(what);
      for (const reply of [
        world.branches.create(old(), call({ body: { id: 'new', commit: only } })),
        world.branches.delete(old(), call({ params: { id: 'kept' } })),
        tags().create(old(), call({ body: { id: 'v1', commit: only } })),
      ])
        expect(await errorsOf(reply)).toEqual(locked);
    }
    await set('mirror = null');
    await answer(world.branches.delete(old(), call({ params: { id: 'kept' } })));
  });

  it('is asked about only where somebody was let in a while ago', async () => {
    // A clock that stands still: the machine may be slow.
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    await answer(put(ago(0), 'one')).finally(() => clock.mockRestore());
    expect(asked).toBe(0);
    await answer(put(ago(300), 'two'));
    expect(asked).toBe(1);
    await answer(put(ago(-60_000), 'three'));
    expect(asked).toBe(2);
    await answer(world.branches.create(ago(300), call({ body: { id: 'topic', commit } })));
    expect(asked).toBe(3);
  });

  it('is not done where nobody knows', async () => {
    world.answering = () => {
      throw DomainError.unavailable('identity is away');
    };
    expect(await errorsOf(put(ago(300), 'four'))).toBe('unavailable');
    expect(await description()).toBe('three');
  });
});
