import { standingOf } from '@holdfast/contracts';
import type { CallContext, ProjectRole, ProjectScope, RepositoryScope } from '@holdfast/kernel';
import type { RefUpdate } from '@holdfast/vcs-spi';
import { RefRoom } from '../branch/ref-room.js';
import { readingOf } from '../placement/reading-of.js';
import { ProtectedBranchService } from '../protected-branch/protected-branch.service.js';
import { answer, call, caller, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { TagService } from '../tag/tag.service.js';

type At = CallContext & { repository: RepositoryScope };

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('the decision about a push', () => {
  let world: ServiceWorld;
  let ctx: At;
  let commit: string;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());
  beforeEach(async () => {
    ctx = await world.repository(world.project(), { id: 'code', type: 'git' });
    commit = await world.commit(ctx, 100);
    await world.refs(ctx, { main: commit, topic: commit });
  });

  let pushes = 0;
  const updateOf = (name: string, to: 'create' | 'move' | 'delete'): RefUpdate => ({
    ref: `refs/heads/${name}`,
    sort: 'branch',
    name,
    ...(to === 'create' ? {} : { old: commit }),
    ...(to === 'delete' ? {} : { new: commit }),
  });
  const push = async (
    roles: ProjectRole[],
    updates: RefUpdate[],
    { forced = [], deadline = Date.now() + 60_000 }: { forced?: string[]; deadline?: number } = {},
  ) => {
    world.identity = { project: { ...(ctx.project as ProjectScope), roles }, caller: caller('ada') };
    const id = `push-${(pushes += 1)}`;
    const { uuid } = ctx.repository;
    const principal = { requestId: 'test', standing: standingOf(caller('ada'), ctx.project) };
    const told = {
      id,
      kind: 'git',
      directory: '',
      repository: uuid,
      principal,
      updates,
      options: [],
      deadline,
    };
    const decision = await world.decisions.decide({
      ...told,
      forced: () => Promise.resolve(new Set(forced)),
    });
    world.pushes.follow(uuid);
    const end = () =>
      world.decisions.ended({
        ...told,
        accepted: decision.accepted,
        changed: decision.accepted,
      });
    return { decision, end, rules: decision.accepted ? [] : decision.reasons.map(({ rule }) => rule) };
  };
  const protect = (id: string) =>
    world.branches.update(ctx, call({ params: { id }, body: { protected: true } }));

  it('asks for the role again, whatever the ticket was given for', async () => {
    expect((await push(['developer'], [updateOf('topic', 'move')])).decision).toEqual({ accepted: true });
    expect((await push(['guest'], [updateOf('topic', 'move')])).rules).toEqual(['write_missing']);
    expect((await push([], [updateOf('topic', 'move')])).rules).toEqual(['write_missing']);
  });

  it('is no for a project that is gone and for an account that is not active any more', async () => {
    const { uuid } = ctx.repository;
    const project = ctx.project as ProjectScope;
    const principal = { requestId: 'test', standing: standingOf(caller('ada', 'user', true), project) };
    for (const identity of [{}, { project }, { caller: caller('ada') }]) {
      world.identity = identity;
      const decision = await world.decisions.decide({
        ...{ id: 'x', kind: 'git', directory: '', repository: uuid, principal, options: [] },
        deadline: Date.now() + 60_000,
        updates: [updateOf('topic', 'move')],
        forced: () => Promise.resolve(new Set()),
      });
      expect(decision).toMatchObject({
        accepted: false,
        reasons: [{ name: 'topic', rule: 'write_missing' }],
      });
    }
  });

  it('protects branches by the flags of the API', async () => {
    await answer(protect('topic'));
    expect((await push(['developer'], [updateOf('topic', 'move')])).rules).toEqual(['protected_push']);
    expect((await push(['admin'], [updateOf('topic', 'move')])).rules).toEqual([]);
    expect(
      (await push(['admin'], [updateOf('topic', 'move')], { forced: ['refs/heads/topic'] })).rules,
    ).toEqual(['protected_force']);
    expect((await push(['admin'], [updateOf('topic', 'delete')])).rules).toEqual(['protected_deletion']);
    expect((await push(['admin'], [updateOf('main', 'delete')])).rules).toEqual(['head_deletion']);
    const two = [updateOf('topic', 'move'), updateOf('new', 'create')];
    expect((await push(['developer'], two)).rules).toEqual(['protected_push']);
  });

  const addPattern = (pattern: string) =>
    world.part(ProtectedBranchService).create(ctx, call({ body: { pattern } }));

  it('protects branches by patterns, and says by which', async () => {
    await answer(addPattern('rel/*'));
    const made = await push(['developer'], [updateOf('rel/1', 'create'), updateOf('topic', 'move')]);
    expect(made.decision).toMatchObject({
      reasons: [
        {
          name: 'rel/1',
          rule: 'protected_push',
          reason: 'protected branch: only a project admin may push to it (pattern rel/*)',
        },
      ],
    });
    expect((await push(['admin'], [updateOf('rel/1', 'create')])).rules).toEqual([]);
    expect((await push(['developer'], [updateOf('rel/1/x', 'create')])).rules).toEqual([]);
    await answer(addPattern('top*'));
    expect((await push(['admin'], [updateOf('topic', 'delete')])).rules).toEqual(['protected_deletion']);
    const forced = { forced: ['refs/heads/topic'] };
    expect((await push(['admin'], [updateOf('topic', 'move')], forced)).rules).toEqual(['protected_force']);
  });

  it('is made by the patterns that are there at its end', async () => {
    let looks = 0;
    const forced = async (): Promise<Set<string>> => {
      looks += 1;
      // Whoever adds it has his answer before anything is allowed.
      if (looks === 1) await answer(addPattern('topic'));
      return new Set();
    };
    world.identity = {
      project: { ...(ctx.project as ProjectScope), roles: ['developer'] },
      caller: caller('ada'),
    };
    const decision = await world.decisions.decide({
      ...{ id: 'beside', kind: 'git', directory: '', repository: ctx.repository.uuid, options: [] },
      principal: { requestId: 'test', standing: standingOf(caller('ada'), ctx.project) },
      ...{ updates: [updateOf('topic', 'move')], deadline: Date.now() + 60_000, forced },
    });
    expect(decision).toMatchObject({ accepted: false, reasons: [{ rule: 'protected_push' }] });
    expect(looks).toBe(2);
  });

  it('is no where a branch that is there stands in the way, with everything that comes along', async () => {
    const beside = updateOf('beside', 'create');
    expect((await push(['admin'], [updateOf('main/x', 'create'), beside])).rules).toEqual(['collision']);
    expect((await push(['admin'], [updateOf('topic', 'create'), beside])).rules).toEqual(['exists']);
    const stale = { ...updateOf('topic', 'move'), old: '1'.repeat(40) };
    expect((await push(['admin'], [stale, beside])).rules).toEqual(['moved']);
  });

  it('is no where branches and tags take all their room, what other pushes bring included', async () => {
    const room = world.part(RefRoom);
    const { uuid } = ctx.repository;
    // `main` and `topic`, 104 and 105 bytes, are there.
    room.begin(uuid, 2 ** 25 - 209 - 101);
    expect((await push(['admin'], [updateOf('xy', 'create')])).rules).toEqual(['refs_full']);
    const { rules, end } = await push(['admin'], [updateOf('x', 'create')]);
    expect(rules).toEqual([]);
    expect((await push(['admin'], [updateOf('y', 'create')])).rules).toEqual(['refs_full']);
    expect((await push(['admin'], [updateOf('topic', 'move')])).rules).toEqual([]);
    await end();
    expect((await push(['admin'], [updateOf('y', 'create')])).rules).toEqual([]);
    const full = { id: { maximum: 2 ** 25 } };
    expect(await errorsOf(world.branches.create(ctx, call({ body: { id: 'z', commit } })))).toEqual(full);
    expect(await errorsOf(world.part(TagService).create(ctx, call({ body: { id: 'z', commit } })))).toEqual(
      full,
    );
  });

  it('is no after its deadline, whatever was found', async () => {
    const { decision } = await push(['admin'], [updateOf('topic', 'move')], { deadline: Date.now() - 1 });
    expect(decision).toEqual({ accepted: false, reasons: [] });
    expect((await push(['admin'], [updateOf('topic', 'move')])).decision).toEqual({ accepted: true });
  });

  it('is no for a deactivated repository or project', async () => {
    world.identity = {};
    await answer(world.repositories.delete(ctx, call({ params: { repository_id: 'code' } })));
    const { decision } = await push(['admin'], [updateOf('topic', 'move')]);
    expect(decision).toMatchObject({
      accepted: false,
      reasons: [{ reason: 'the repository is deactivated' }],
    });
  });

  it('is no once the repository follows one elsewhere, whatever let the push in', async () => {
    const mirror = { direction: 'pull' as const, url: 'https://git.example.org/a' };
    const change = call({ params: { repository_id: 'code' }, body: { mirror } });
    await answer(world.repositories.update(ctx, change));
    const { decision } = await push(['admin'], [updateOf('topic', 'move')]);
    const reasons = [{ reason: 'this repository follows another one: push there' }];
    expect(decision).toMatchObject({ accepted: false, reasons });
    const scope = await answer(
      world.catalogue.resolve(ctx, { project: ctx.project?.uuid ?? '', id: 'code' }),
    );
    expect(scope.repository).toMatchObject({ mirrored: true });
  });

  it('holds up a protection until the push that came first has landed', async () => {
    const { end } = await push(['developer'], [updateOf('topic', 'move')]);
    const seen: string[] = [];
    const protecting = answer(protect('topic')).then(() => seen.push('protected'));
    await answer(protect('main'));
    expect((await push(['developer'], [updateOf('topic', 'move')])).rules).toEqual(['protected_push']);
    expect(seen).toEqual([]);
    await end();
    await protecting;
    expect(seen).toEqual(['protected']);
  });

  it('takes the protection back when that push deleted the branch', async () => {
    const { end } = await push(['developer'], [updateOf('topic', 'delete')]);
    const protecting = errorsOf(protect('topic'));
    await new Promise((soon) => setTimeout(soon, 50));
    const data = world.types.of('git').vcs?.open(world.placement.directory(ctx.repository));
    const actor = { name: 'a', email: 'a@example.com' };
    await data?.branches?.delete({ id: 'topic', actor }, readingOf(ctx));
    await end();
    expect(await protecting).toBe('not_found');
    expect(
      await world.source.query('select from repository.protected_branch where repository = $1', [
        ctx.repository.uuid,
      ]),
    ).toEqual([]);
  });

  it('is followed by the default reference and the time of the change in the catalogue', async () => {
    const shown = () => answer(world.repositories.show(ctx, call({ params: { repository_id: 'code' } })));
    const data = world.types.of('git').vcs?.open(world.placement.directory(ctx.repository));
    await data?.setHead('topic');
    const old = new Date(Date.now() - 3_600_000);
    await world.source.query('update repository.repository set updated_at = $2 where uuid = $1', [
      ctx.repository.uuid,
      old,
    ]);
    await (await push(['developer'], [updateOf('topic', 'move')])).end();
    const after = await shown();
    expect(after.default_identifier).toBe('topic');
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.now() - 60_000);
  });
});
