import { jest } from '@jest/globals';
import { DomainError, type CallContext, type RepositoryScope } from '@holdfast/kernel';
import { ChangeRight } from '../change-right/change-right.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import { answer, call, ServiceWorld } from '../service-world.fixture.js';
import { ProtectedBranchStore } from './protected-branch.store.js';

// Git takes seconds to say whether clients could have a commit, where much leads to it. It was asked in the turn of all
// flags of the repository, behind the flag of the branch, which was set before anybody looked at rights again.
describe('a protected branch that is made at a commit which is looked at for long', () => {
  let world: ServiceWorld;
  let admin: CallContext & { repository: RepositoryScope };
  let commit: string;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());
  beforeEach(async () => {
    admin = await world.repository(world.project(), { id: 'code', type: 'git' });
    commit = await world.commit(admin, 100);
    await world.refs(admin, { main: commit });
  });
  afterEach(() => jest.restoreAllMocks());

  const create = (id: string) =>
    world.branches.create(admin, call({ body: { id, commit, protected: true } }));
  const flags = async (): Promise<string[]> => {
    const branches = world.part(LocalRepositories).open(admin.repository)?.data.branches;
    if (!branches) throw new Error('there are no branches');
    return [...(await world.part(ProtectedBranchStore).of(admin.repository.uuid, branches)).flags];
  };
  /** What is done while git looks at the commit of the next branch. */
  const whileLooked = (work: () => Promise<unknown>): void => {
    const opened = world.part(LocalRepositories).open(admin.repository);
    if (!opened?.data.branches) throw new Error('there are no branches');
    jest.spyOn(opened.kind, 'open').mockReturnValue(opened.data);
    jest.spyOn(opened.data.branches, 'check').mockImplementationOnce(async () => void (await work()));
  };

  it('holds up no other one', async () => {
    const beside: unknown[] = [];
    whileLooked(async () => beside.push(await answer(create('beside')), await flags()));
    expect(await answer(create('slow'))).toMatchObject({ id: 'slow', protected: true });
    expect(beside).toEqual([expect.objectContaining({ id: 'beside' }), ['beside']]);
  });

  it('has no flag where the right to make it has ended meanwhile', async () => {
    const ended = DomainError.notFound();
    const protect = jest.spyOn(world.part(ProtectedBranchStore), 'protect');
    whileLooked(async () => {
      await Promise.resolve();
      jest.spyOn(world.part(ChangeRight), 'confirm').mockRejectedValue(ended);
    });
    expect(await create('late')).toMatchObject({ error: { code: 'not_found' } });
    expect(protect).not.toHaveBeenCalled();
  });
});
