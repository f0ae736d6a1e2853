import { jest } from '@jest/globals';
import type { Reading } from '@holdfast/vcs-spi';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';
import { Worker } from '../worker/worker.js';

// Each push of each company asked where its refs were in one and the same place, before it was judged: repositories
// with many names kept all other pushes waiting, and from a dozen on these were refused as undecided.
describeMercurial('where refs are', () => {
  const world = sharedWorld();
  const directories: string[] = [];
  const commits: string[] = [];
  beforeAll(async () => {
    for (const branch of ['first', 'second', 'third']) {
      const { directory } = await world.repository();
      directories.push(directory);
      commits.push(...(await world.grow(directory, branch, 1)));
    }
  });
  afterEach(() => jest.restoreAllMocks());

  const ref = 'refs/heads/second';
  const reading = (company: string): Reading => ({
    owner: { company, account: `of ${company}` },
    deadline: Date.now() + 600_000,
  });
  /** Holds the tips of the first repository back, and answers what lets them go. */
  const hold = () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const work = Reflect.get<Worker, 'work'>(Worker.prototype, 'work');
    const asked = jest.spyOn(Worker.prototype, 'work').mockImplementation(function (this: Worker, ...all) {
      const [operation, input] = all;
      const working = work.apply(this, all);
      const isHeld = operation === 'tips' && (input as { directory: string }).directory === directories[0];
      return isHeld ? { ...working, over: held.then(() => working.over) } : working;
    });
    return { release, asked };
  };

  it('is told of one repository while another one takes long, whoever asks', async () => {
    const { release } = hold();
    const [slow, quick] = directories.map((directory) => world.kind.open(directory));
    await slow.tips(['refs/heads/first']);
    expect(await quick.tips([ref])).toEqual([commits[1]]);
    expect((await quick.branches.snapshot()).get('second')).toBe(commits[1]);
    release();
  });

  it('takes a place of who asks: one account has not those of others', async () => {
    const { release, asked } = hold();
    const [slow, quick, other] = directories.map((directory) => world.kind.open(directory));
    await slow.tips(['refs/heads/first'], reading('one'));
    const behind = other.tips([ref, 'refs/heads/third'], reading('one'));
    expect(await quick.tips([ref], reading('other'))).toEqual([commits[1]]);
    const begun = asked.mock.calls.map(([, input]) => (input as { directory: string }).directory);
    expect(begun).toEqual([directories[0], directories[1]]);
    release();
    expect(await behind).toEqual([undefined, commits[2]]);
  });
});
