import { DomainError } from '@holdfast/kernel';
import { runAnswered as run } from './answered-command.fixture.js';
import { commandOf } from './commands.js';

const named = (uuid: string, more: object = {}) => ({
  ...{ uuid, project: `project-${uuid}`, company: 'acme', deactivated: false },
  ...more,
});
const repository = (uuid: string, project: string, more: object = {}) => ({
  ...{ uuid, id: `code/${uuid}`, type: 'git', node: 'node-1', company: 'c', project },
  ...more,
});
const textOf = ({ printed }: Pick<Awaited<ReturnType<typeof run>>, 'printed'>): string =>
  typeof printed === 'string' ? printed : printed.alarm;
const found = { count: 2, lines: ['missing blob'], since: 'then', seen_at: 'now' };

describe('lists of repositories', () => {
  it('name those that are damaged as other commands do, however many there are', async () => {
    const pages = [
      { repositories: [repository('r1', 'p', found)], after: 'r1' },
      { repositories: [repository('r2', 'q', { ...found, lines: [] })] },
      { projects: [named('q'), named('p')] },
    ];
    const { printed, asked } = await run('repository list --damaged', ...pages);
    expect(printed).toMatch(
      /^REPOSITORY +UUID +TYPE .*\nacme\/project-p\/code\/r1 +r1 +git +node-1 +then +2 +missing blob\nacme\/project-q\/code\/r2 +r2 .* 2\n$/,
    );
    expect(asked).toEqual([
      ['repository.care.damaged.v1', {}],
      ['repository.care.damaged.v1', { after: 'r1' }],
      ['identity.project.names.v1', { projects: ['p', 'q'] }],
    ]);
    const json = await run('repository list --damaged --json', { repositories: [] });
    expect(json).toMatchObject({ printed: '[]\n', asked: { length: 1 } });
    const told = await run('repository list --damaged --json', { ...pages[0], after: undefined }, pages[2]);
    expect(JSON.parse(textOf(told))).toEqual([
      { ...repository('r1', 'p', found), name: 'acme/project-p/code/r1' },
    ]);
  });

  it('say what lies on a node, and what of it is active', async () => {
    const pages = [
      { repositories: [repository('r1', 'p'), repository('r2', 'p', { deleted_at: 'then' })], after: 'r2' },
      { repositories: [repository('r3', 'q'), repository('r4', 'gone')] },
      { projects: [named('p'), named('q', { deactivated: true })] },
    ];
    const { printed, asked } = await run('repository list --node node-1', ...pages);
    expect(
      textOf({ printed })
        .split('\n')
        .map((line) => line.split(/ +/)),
    ).toEqual([
      ['REPOSITORY', 'UUID', 'TYPE', 'STATE'],
      ['acme/project-p/code/r1', 'r1', 'git', 'active'],
      ['acme/project-p/code/r2', 'r2', 'git', 'deactivated'],
      ['acme/project-q/code/r3', 'r3', 'git', 'deactivated'],
      ['-', 'r4', 'git', 'deactivated'],
      [''],
    ]);
    expect(asked).toEqual([
      ['repository.node.repositories.v1', { node: 'node-1' }],
      ['repository.node.repositories.v1', { node: 'node-1', after: 'r2' }],
      ['identity.project.names.v1', { projects: ['p', 'q', 'gone'] }],
    ]);
    const json = await run('repository list --json --node=node-1', ...pages);
    expect((JSON.parse(textOf(json)) as unknown[]).slice(1)).toEqual([
      {
        ...repository('r2', 'p', { deleted_at: 'then' }),
        ...{ name: 'acme/project-p/code/r2', state: 'deactivated' },
      },
      { ...repository('r3', 'q'), name: 'acme/project-q/code/r3', state: 'deactivated' },
      { ...repository('r4', 'gone'), name: null, state: 'deactivated' },
    ]);
  });

  it('ask for the names of 500 projects at once', async () => {
    const repositories = Array.from({ length: 501 }, (_, n) => repository(`r${n}`, `p${n}`));
    const names = repositories.map(({ project }) => named(project));
    const answers = [{ repositories }, { projects: names.slice(0, 500) }, { projects: names.slice(500) }];
    const { printed, asked } = await run('repository list --node n', ...answers);
    expect(printed).toContain('acme/project-p500/code/r500 ');
    expect(asked.slice(1)).toEqual([
      ['identity.project.names.v1', { projects: names.slice(0, 500).map(({ uuid }) => uuid) }],
      ['identity.project.names.v1', { projects: ['p500'] }],
    ]);
  });

  it('say of a node that has none so, and of one that is unknown that there is none', async () => {
    const { printed, asked } = await run('repository list --node node-1', { repositories: [] });
    expect(printed).toBe('no repository lies on node-1\n');
    expect(asked).toHaveLength(1);
    const reason = 'there is no storage node n';
    const refused = run('repository list --node n', new DomainError('not_found', { reason }));
    await expect(refused).rejects.toMatchObject({ detail: { reason } });
  });

  it.each(['', ' --json', ' --damaged --node node-1', ' --node', ' node-1', ' --damaged=yes'])(
    'are refused as "repository list%s"',
    (rest) => {
      expect(() => commandOf(`repository list${rest}`.split(' '))).toThrow(/usage|say which|value/);
    },
  );
});
