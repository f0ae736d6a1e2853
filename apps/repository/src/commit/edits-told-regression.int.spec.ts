import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { DomainError, type CallContext, type RepositoryScope } from '@holdfast/kernel';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { LocalRepositories } from '../placement/local-repositories.js';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { CommitCreationService } from './commit-creation.service.js';

type At = CallContext & { repository: RepositoryScope };

// PostgreSQL and git themselves. What only the files of the parent tell was said once all else was right.
describe('the edits of a commit that is refused', () => {
  let world: ServiceWorld;
  let ctx: At;
  let tip: string;
  beforeAll(async () => {
    world = await ServiceWorld.start();
    ctx = await world.repository(world.project(), { id: 'code', type: 'git' });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => world.end());

  const create = (body: object) =>
    world.part(CommitCreationService).create(ctx, call({ body: { branch: 'main', ...body } }));
  const objects = async () => {
    const directory = join(world.placement.directory(ctx.repository), 'objects');
    return (await readdir(directory, { recursive: true })).sort();
  };

  it('are looked at in an empty repository', async () => {
    expect(await errorsOf(create({ message: '', deleted: ['nope'] }))).toEqual({
      message: { empty: true },
      deleted: { not_found: true },
    });
  });

  it('are looked at in the files of the parent, and leave nothing', async () => {
    ({ id: tip } = await answer(create({ message: 'm', modified: [{ path: 'a', content: 'x' }] })));
    const before = await objects();
    expect(await errorsOf(create({ parent: tip, message: '', deleted: ['nope'] }))).toEqual({
      message: { empty: true },
      deleted: { not_found: true },
    });
    const below = { parent: tip, email: 'x', message: 'm', modified: [{ path: 'a/b', content: '' }] };
    expect(await errorsOf(create(below))).toEqual({ email: { invalid: true }, modified: { invalid: true } });
    const right = { parent: tip, modified: [{ path: 'b', content: 'y' }] };
    expect(await errorsOf(create({ ...right, message: '' }))).toEqual({ message: { empty: true } });
    expect(await objects()).toEqual(before);
    const next = await answer(create({ ...right, message: 'm' }));
    expect(next).toMatchObject({ parents: [{ id: tip }] });
    tip = next.id;
  });

  const refused: [unknown, object][] = [
    [DomainError.invalid({ modified: { maximum: 5 } }), { modified: { maximum: 5 } }],
    [new VcsRefusal('not_a_commit', 'x'), { parent: { not_found: true } }],
    [new VcsRefusal('no_room', 'the disk is full'), {}],
    [DomainError.unavailable('no turn'), {}],
    [new Error('x'), {}],
  ];
  it.each(refused)('are refused for what is known where looking fails: %s', async (error, told) => {
    const local = world.part(LocalRepositories);
    const opened = local.open(ctx.repository);
    const commits = opened?.data.commits;
    if (!commits) throw new Error('no commits are made here');
    jest.spyOn(local, 'open').mockReturnValue(opened);
    jest.spyOn(commits, 'prepare').mockRejectedValue(error);
    const body = { parent: tip, message: '', modified: [{ path: 'b', content: 'y' }] };
    expect(await errorsOf(create(body))).toEqual({ message: { empty: true }, ...told });
  });

  it('are not looked at where it is not known in which files', async () => {
    expect(await errorsOf(create({ parent: 'none', message: '', deleted: ['nope'] }))).toEqual({
      message: { empty: true },
      parent: { not_found: true },
    });
  });
});
