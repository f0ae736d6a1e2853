import { jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { GitProcesses } from './git-processes.js';
import { RefWriter } from './ref-writer.js';

// What others had written waits for the disk as well: bringing all of that there counted as time of git's, and an
// import of many references was told after half a minute that git had ended, five times over.
describe('a transaction that is brought to the disk before it is made', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  const change = { verb: 'create', ref: 'refs/heads/a', commit: '1'.repeat(40) } as const;
  /** What git was told. */
  let told = '';
  beforeEach(() => void (told = ''));
  /** A git that says that all is prepared, and so long later (ms) that it is done, unless it is `stuck`. */
  const begun = (
    prepared: () => Promise<void>,
    {
      until = Date.now() + 300_000,
      stuck = false,
      takes = 0,
    }: { until?: number; stuck?: boolean; takes?: number } = {},
  ) => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const child = Object.assign(new EventEmitter(), { stdin, stdout, stderr });
    stdin.setEncoding('latin1').on('data', (text: string) => {
      told += text;
      if (text.endsWith('prepare\n')) stdout.write('start: ok\nprepare: ok\n');
      else if (!stuck) setTimeout(() => stdout.write('commit: ok\n'), takes);
    });
    const processes = { start: () => child, end: () => void child.emit('close') };
    const writer = new RefWriter(processes as unknown as GitProcesses, '/r', 400);
    return writer.write([change], { until, prepared }).then(
      () => 'done',
      (error: Error) => error.message,
    );
  };
  const after = (time: number) => () => new Promise<void>((resolve) => setTimeout(resolve, time));
  const passes = async (time: number): Promise<void> => {
    for (let left = time; left > 0; left -= 1_000) {
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      jest.advanceTimersByTime(1_000);
    }
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  };

  it('takes as long as the disk does, while somebody waits for it', async () => {
    const made = begun(after(120_000));
    await passes(121_000);
    expect(await made).toBe('done');
  });

  it('ends when nobody waits for it any more', async () => {
    const made = begun(after(120_000), { until: Date.now() + 50_000 });
    await passes(56_000);
    expect(await made).toBe('references were not changed in time');
  });

  // It was begun, and ended in its middle: some references were changed, and whoever had asked was told that none was.
  it('is not begun once nobody waits for it any more', async () => {
    const made = begun(after(52_000), { until: Date.now() + 50_000 });
    await passes(53_000);
    expect([await made, told]).toEqual([
      'references were not changed in time',
      expect.not.stringContaining('commit'),
    ]);
  });

  it('is not ended while git changes references, also where nobody waits for it any more', async () => {
    const made = begun(after(49_000), { until: Date.now() + 50_000, takes: 20_000 });
    await passes(71_000);
    expect(await made).toBe('done');
  });

  it('says why it could not be brought there', async () => {
    const made = begun(() => Promise.reject(new Error('sync: Input/output error')));
    await passes(1_000);
    expect(await made).toBe('sync: Input/output error');
  });

  it('has half a minute for what git does then', async () => {
    const made = begun(after(60_000), { stuck: true });
    await passes(92_000);
    expect(await made).toBe('git ended without an answer');
  });
});
