import { DomainError } from '@holdfast/kernel';
import { runAnswered as run } from './answered-command.fixture.js';
import { commandOf } from './commands.js';

const place = { company: 'c', project: 'p' };
const job = (more: object) => ({
  jobs: [{ uuid: 'j', state: 'running', percent: null, doing: '', error: null, result: null, ...more }],
});

describe('looking after repositories', () => {
  it('asks for a job, and says which', async () => {
    const { printed, asked } = await run('repository verify acme/demo/team/code', place, {
      job: 'j',
      count: 1,
    });
    expect(printed).toBe('j; see: holdfast job list\n');
    const input = { deed: 'verify', place: { ...place, repository: 'team/code' } };
    expect(asked.at(-1)).toEqual(['repository.care.ask.v1', input]);
    expect((await run('repository maintain --all', { count: 7 })).asked).toEqual([
      ['repository.care.ask.v1', { deed: 'maintain' }],
    ]);
  });

  it('asks again with --wait where nobody answers for a while', async () => {
    const answers = [
      place,
      { job: 'j', count: 1 },
      DomainError.unavailable('away'),
      DomainError.unavailable('away'),
    ];
    const done = job({ state: 'done', result: { lines: [], count: 0 } });
    const { printed, told } = await run('repository verify a/b/c --wait', ...answers, done);
    expect(printed).toBe('done, and nothing is wrong\n');
    expect(told).toEqual(['nobody answers; it is asked again']);
    await expect(
      run('repository verify a/b/c --wait', ...answers.slice(0, 2), new Error('x')),
    ).rejects.toThrow('x');
  });

  it('waits for the end with --wait, tells how far it is, and ends well only where all is', async () => {
    const wait = (...states: object[]) =>
      run('repository verify a/b/c --wait', place, { job: 'j', count: 1 }, ...states.map(job));
    const faults = { lines: ['missing blob', 'broken link'], count: 3 };
    const { printed, told } = await wait(
      { percent: 40, doing: 'objects' },
      { state: 'done', result: faults },
    );
    expect(printed).toEqual({ alarm: 'missing blob\nbroken link\nand 1 more\n' });
    expect(told).toEqual(['40 % objects']);
    expect((await wait({ state: 'done', result: { lines: [], count: 0 } })).printed).toBe(
      'done, and nothing is wrong\n',
    );
    expect((await wait({ state: 'failed', error: 'it is too large' })).printed).toEqual({
      alarm: 'it is too large\n',
    });
  });

  it('lists the damaged ones after all were looked through', async () => {
    const wait = (...answers: unknown[]) =>
      run('repository verify --all --wait', { count: 1 }, { count: 0 }, ...answers);
    expect((await wait({ repositories: [] })).printed).toBe('no repository is known to be damaged\n');
    const found = {
      ...{ uuid: 'r1', id: 'code', type: 'git', node: 'node-1', company: 'c', project: 'p' },
      ...{ count: 2, lines: ['missing blob'], since: 'then', seen_at: 'now' },
    };
    const names = { projects: [{ uuid: 'p', project: 'demo', company: 'acme', deactivated: false }] };
    const { printed } = await wait({ repositories: [found] }, names);
    expect(printed).toEqual({ alarm: expect.stringContaining('acme/demo/code  r1') as unknown });
  });

  it.each([
    ...['repository verify', 'repository verify a/b', 'repository verify a/b/c --all'],
    'repository maintain a/b/c d',
  ])('refuses "%s"', (line) => {
    expect(() => commandOf(line.split(' '))).toThrow(/usage|name one|is no/);
  });
});
