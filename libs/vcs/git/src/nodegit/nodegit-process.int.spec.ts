import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitProcesses } from '../process/git-processes.js';
import { NodegitProcess } from './nodegit-process.js';

/** It does what the repository is called. Histories have 2,500 commits, whose ids are numbers. */
const standIn = `
const id = (text) => ({ tostrS: () => text });
const commit = (text) => ({ id: () => id(text), rawHeader: () => 'h', messageRaw: () => 'm' });
const walker = () => {
  let next = 0;
  const taken = (most) => Array.from({ length: Math.min(most, 2_500 - next) }, () => String(next++));
  return {
    push: (commit) => (commit.tostrS() === 'none' ? -3 : 0),
    hide: (commit) => (commit.tostrS() === 'none' ? -3 : 0),
    fastWalk: async (most) => taken(most).map(id),
    commitWalk: async (most) => taken(most).map(commit),
  };
};
exports.Oid = { fromString: id };
exports.Repository = {
  openBare: async (directory) => {
    if (directory === '/aborts') process.abort();
    if (directory === '/blocks') for (;;);
    if (directory === '/hangs') await new Promise(() => undefined);
    if (directory === '/fails') throw new Error('no such repository');
    if (directory === '/fills') for (const all = []; all.length < 32; ) all.push(Buffer.alloc(64 << 20, 1));
    return { createRevWalk: walker };
  },
};
exports.Merge = {
  base: async (repository, one, other) => {
    if (one.tostrS() !== other.tostrS()) throw new Error('no merge base found');
    return one;
  },
};
`;

describe('the process in which nodegit reads', () => {
  let root: string;
  let processes: GitProcesses;
  let nodegit: NodegitProcess | undefined;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'hf-nodegit-'));
    await writeFile(join(root, 'index.js'), standIn);
    processes = new GitProcesses({ mark: root, path: '/usr/local/bin:/usr/bin:/bin' });
  });
  afterEach(async () => {
    nodegit?.close();
    await processes.stop();
    await rm(root, { recursive: true });
  });

  const started = async (place = root, longest?: number): Promise<NodegitProcess> => {
    nodegit = new NodegitProcess(processes, place, longest);
    nodegit.start();
    await nodegit.awake;
    return nodegit;
  };
  const soon = (): AbortSignal => AbortSignal.timeout(20_000);
  const walk = (asked: NodegitProcess, directory: string, { skip = 0, count = 2 } = {}, until = soon()) =>
    asked
      .ask('walk', directory, { from: 'a', without: ['b'], skip, count }, until)
      .then((told) => told?.map(({ id, ...rest }) => expect(rest).toEqual({}) ?? id));
  /** What it tells when it has been started again. */
  const later = async (asked: NodegitProcess): Promise<unknown> => {
    for (;;) {
      const told = await walk(asked, '/r');
      if (told) return told;
      await sleep(50);
    }
  };

  it('tells any part of a history', async () => {
    const asked = await started();
    const parts = [
      [0, 2],
      [1, 2],
      [999, 2],
      [1_000, 1],
      [1_998, 3],
      [2_499, 9],
      [2_500, 1],
      [0, 5_000],
    ];
    for (const [skip, count] of parts) {
      const expected = Array.from({ length: 2_500 }, (_, at) => String(at)).slice(skip, skip + count);
      expect([skip, await walk(asked, '/r', { skip, count })]).toEqual([skip, expected]);
    }
    expect(asked.problem).toBeUndefined();
  });

  it('tells the one commit that two come from, and nothing where there is none', async () => {
    const asked = await started();
    expect(await asked.ask('base', '/r', { one: 'a', other: 'a' }, soon())).toBe('a');
    expect(await asked.ask('base', '/r', { one: 'a', other: 'b' }, soon())).toBeUndefined();
  });

  it('tells nothing where it fails, and goes on', async () => {
    const asked = await started();
    expect(await walk(asked, '/fails')).toBeUndefined();
    for (const [from, without] of [
      ['none', 'b'],
      ['a', 'none'],
    ])
      expect(
        await asked.ask('walk', '/r', { from, without: [without], skip: 0, count: 2 }, soon()),
      ).toBeUndefined();
    expect(await walk(asked, '/r')).toEqual(['0', '1']);
  });

  it.each(['aborts', 'fills'])(
    'is started again where something %s, of which nothing is told',
    async (what) => {
      const asked = await started();
      expect(await walk(asked, `/${what}`)).toBeUndefined();
      expect(await later(asked)).toEqual(['0', '1']);
    },
  );

  it.each(['hangs', 'blocks'])('is ended where it %s', async (how) => {
    const asked = await started(root, 200);
    expect(await walk(asked, `/${how}`)).toBeUndefined();
    expect(asked.problem).toContain('not answered in time');
    expect(await later(asked)).toEqual(['0', '1']);
  });

  it('tells nothing to those who wait no longer, or come when it has much to do', async () => {
    const asked = await started();
    expect(await walk(asked, '/hangs', {}, AbortSignal.timeout(50))).toBeUndefined();
    expect(await walk(asked, '/r', {}, AbortSignal.abort())).toBeUndefined();
    const many = Array.from({ length: 9 }, () => walk(asked, '/hangs', {}, AbortSignal.timeout(300)));
    expect(await walk(asked, '/r')).toBeUndefined();
    await Promise.all(many);
    expect(await walk(asked, '/r')).toEqual(['0', '1']);
  });

  it('tells nothing where there is no nodegit, and says so', async () => {
    const asked = await started(join(root, 'none'));
    expect(await walk(asked, '/r')).toBeUndefined();
    expect(asked.problem).toMatch(/^nodegit does not read, git does: .*none/);
  });
});
