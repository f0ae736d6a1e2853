import { wholeList, type CallContext, type RepositoryScope } from '@holdfast/kernel';
import { BlameService } from '../blame/blame.service.js';
import { ChangesetService } from '../changeset/changeset.service.js';
import { CommitService } from '../commit/commit.service.js';
import { call, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { TreeEntryService } from '../tree-entry/tree-entry.service.js';
import { MatchService } from './match.service.js';

// PostgreSQL and git themselves. The gateway asks each list of what is at commits for what is deactivated there, to
// know whether there is such a place before it tells what is wrong with a question. That was told of none.
describe('what is deactivated at a commit', () => {
  let world: ServiceWorld;
  let ctx: CallContext & { repository: RepositoryScope };
  beforeAll(async () => {
    world = await ServiceWorld.start();
    ctx = await world.repository(world.project(), { id: 'code', type: 'git' });
    await world.refs(ctx, { main: await world.commit(ctx, 100) });
  });
  afterAll(() => world.end());

  const list = { ...wholeList, limit: 1, active: false };
  const input = (params: object): never => call({ params: params as Record<string, string>, list });
  const ofCommit: [string, (input: never) => Promise<unknown>][] = [
    ['the root', (input) => world.part(TreeEntryService).root(ctx, input)],
    ['all paths', (input) => world.part(TreeEntryService).files(ctx, input)],
    ['the history', (input) => world.part(CommitService).history(ctx, input)],
    ['the future', (input) => world.part(CommitService).future(ctx, input)],
    ['the changes', (input) => world.part(ChangesetService).ofCommit(ctx, input)],
  ];
  const ofPath: typeof ofCommit = [
    ['a directory', (input) => world.part(TreeEntryService).below(ctx, input)],
    ['the lines of a file', (input) => world.part(BlameService).list(ctx, input)],
  ];
  const ofRange: typeof ofCommit = [
    ['the commits between two', (input) => world.part(CommitService).compare(ctx, input)],
    ['what changed between two', (input) => world.part(ChangesetService).compare(ctx, input)],
  ];

  it.each(ofCommit)('is nothing at one that there is: %s', async (_what, ask) => {
    expect(await errorsOf(ask(input({ commit_id: 'none' })))).toBe('not_found');
    expect(await ask(input({ commit_id: 'main' }))).toMatchObject({ value: { results: [], more: false } });
  });

  it.each(ofRange)('is nothing of %s, where there are both', async (_what, ask) => {
    expect(await errorsOf(ask(input({ range: 'none...main' })))).toBe('not_found');
    expect(await ask(input({ range: 'main...main' }))).toMatchObject({ value: { results: [], more: false } });
  });

  it.each(ofPath)('is looked for where there is such a path only: %s', async (_what, ask) => {
    for (const commit_id of ['none', 'main'])
      expect(await errorsOf(ask(input({ commit_id, path: 'none' })))).toBe('not_found');
  });

  it('is looked for where it is said what, and where there is such a commit: a text', async () => {
    const ask = (commit_id: string) => errorsOf(world.part(MatchService).list(ctx, input({ commit_id })));
    expect(await ask('none')).toBe('not_found');
    expect(await ask('main')).toEqual({ search_term: { empty: true } });
  });
});
