import { jest } from '@jest/globals';
import type { CallContext, RepositoryScope } from '@holdfast/kernel';
import { LocalRepositories } from '../placement/local-repositories.js';
import { ProtectedBranchService } from '../protected-branch/protected-branch.service.js';
import { RefChanges } from '../ref-change/ref-changes.js';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { TagService } from './tag.service.js';

type At = CallContext & { repository: RepositoryScope };

// Names were looked at when a request came, and a request waits: a developer's tag came to stand before a branch after
// it was answered that the branch is protected. PostgreSQL and git themselves.
describe('a name that clients take for another one', () => {
  let world: ServiceWorld;
  let admin: At;
  let commit: string;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());
  beforeEach(async () => {
    admin = await world.repository(world.project(), { id: 'code', type: 'git' });
    commit = await world.commit(admin, 100);
    await world.refs(admin, { main: commit, x: commit });
  });
  afterEach(() => jest.restoreAllMocks());

  const developer = (): At => ({ ...admin, ...world.as(admin, ['developer']) });
  const tag = (ctx: At, id: string, message?: string) =>
    world.part(TagService).create(ctx, call({ body: { id, commit, ...(message && { message }) } }));
  const branch = (ctx: At, id: string) => world.branches.create(ctx, call({ body: { id, commit } }));
  const protect = () =>
    answer(world.branches.update(admin, call({ params: { id: 'x' }, body: { protected: true } })));
  const protectAll = () =>
    answer(world.part(ProtectedBranchService).create(admin, call({ body: { pattern: 'x*' } })));
  const isThere = async (id: string) =>
    (await errorsOf(world.part(TagService).show(admin, call({ params: { id } })))) === undefined;

  /** The next one that waits for its turn waits while this is done. */
  const meanwhile = (work: () => Promise<unknown>): void => {
    const changes = world.part(RefChanges);
    const during = changes.during.bind(changes);
    jest.spyOn(changes, 'during').mockImplementationOnce(async (...change) => {
      await work();
      return during(...change);
    });
  };

  it.each([undefined, 'a message'])(
    'is no tag where the branch was protected meanwhile (%s)',
    async (message) => {
      meanwhile(protect);
      expect(await errorsOf(tag(developer(), 'x', message))).toEqual({ id: { locked: true } });
      expect(await isThere('x')).toBe(false);
    },
  );

  it('is no tag where a pattern protects the branch since', async () => {
    meanwhile(protectAll);
    expect(await errorsOf(tag(developer(), 'origin/x'))).toEqual({ id: { locked: true } });
    expect(await isThere('origin/x')).toBe(false);
  });

  it('is a tag of those who may push to the branch', async () => {
    meanwhile(protect);
    expect(await answer(tag(admin, 'x'))).toMatchObject({ id: 'x', commit });
  });

  it('is no branch where somebody has made the tag meanwhile', async () => {
    meanwhile(() => answer(tag(admin, 'v1')));
    expect(await errorsOf(branch(developer(), 'v1'))).toEqual({ id: { locked: true } });
  });

  it.each([
    ['a flag', protect],
    ['a pattern', protectAll],
  ])('is a tag before %s is answered that came while it was made', async (_, protecting) => {
    const opened = world.part(LocalRepositories).open(admin.repository);
    const making = opened?.data.tags?.making;
    if (!making) throw new Error('there are no tags');
    jest.spyOn(opened.kind, 'open').mockReturnValue(opened.data);
    const ended: string[] = [];
    let protection: Promise<unknown> = Promise.resolve();
    const create = making.create.bind(making);
    jest.spyOn(making, 'create').mockImplementationOnce(async (...wanted) => {
      protection = protecting().then(() => ended.push('protected'));
      await new Promise((done) => setTimeout(done, 300));
      ended.push('made');
      return create(...wanted);
    });
    await answer(tag(developer(), 'x'));
    await protection;
    expect(ended).toEqual(['made', 'protected']);
  });

  // Whether clients could have a commit takes git seconds to say, where much leads to it.
  it('is neither tag nor branch where the other one came while the commit was looked at', async () => {
    const opened = world.part(LocalRepositories).open(admin.repository);
    if (!opened) throw new Error('there is no repository');
    const { branches, tags } = opened.data;
    if (!branches?.check || !tags?.making?.check) throw new Error('nothing is looked at');
    jest.spyOn(opened.kind, 'open').mockReturnValue(opened.data);
    const looked = (work: () => Promise<unknown>) => async () => void (await work());
    jest.spyOn(tags.making, 'check').mockImplementationOnce(looked(protect));
    expect(await errorsOf(tag(developer(), 'x'))).toEqual({ id: { locked: true } });
    expect(await isThere('x')).toBe(false);
    jest.spyOn(branches, 'check').mockImplementationOnce(looked(() => answer(tag(admin, 'v1'))));
    expect(await errorsOf(branch(developer(), 'v1'))).toEqual({ id: { locked: true } });
  });
});
