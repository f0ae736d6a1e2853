import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Part } from './part.mjs';
import { livingProcess } from './pid-files.mjs';

const answering = `process.on('message', (asked) => process.send(asked)); console.log('works')`;
const silent = `setInterval(() => {}, 1000); console.log('works')`;

// Real processes.
describe('a part that is asked whether it works', () => {
  const directory = mkdtempSync(join(tmpdir(), 'part-'));
  const pidFile = join(directory, 'part.pid');
  /** @type {string[]} */
  const lines = [];
  /** @type {Part | undefined} */
  let part;
  /** @type {[number, number][]} */
  const lowered = [];
  /** @param {string} script */
  const start = async (script) => {
    const options = {
      name: 'part',
      command: process.execPath,
      args: ['-e', script],
      env: {},
      cwd: directory,
      log: (/** @type {string} */ line) => void lines.push(line),
      pidFile,
      readyWhen: /works/,
      nice: 10,
      answers: { every: 40, most: 10 },
    };
    part = new Part(options, (...told) => Promise.resolve(void lowered.push(told)));
    part.start();
    await part.whenReady(20_000);
  };
  const pid = () => livingProcess(pidFile)?.pid ?? 0;

  afterEach(async () => {
    await part?.stop();
    lines.length = lowered.length = 0;
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('is replaced when it hangs', async () => {
    await start(answering);
    const first = pid();
    // It has answered by then.
    await sleep(400);
    process.kill(first, 'SIGSTOP');
    for (let left = 400; left > 0 && (pid() === first || pid() === 0); left -= 1) await sleep(50);
    expect(pid()).not.toBe(first);
    await part?.whenReady(20_000);
    expect(lines.find((line) => line.includes('has not answered'))).toBe(
      'has not answered for 0.4 s; it is replaced',
    );
  });

  it('has its low priority once it answers, and not while it starts, which would take it long', async () => {
    await start(`console.log('works');
process.send({ migrating: false }, () => setTimeout(() => { ${answering} }, 400));`);
    expect(lowered).toEqual([]);
    for (let left = 400; left > 0 && lowered.length === 0; left -= 1) await sleep(50);
    await sleep(200);
    expect(lowered).toEqual([[pid(), 10]]);
  });

  it('is left alone when it hangs for a moment, and while it has not answered yet', async () => {
    await start(answering);
    const first = pid();
    await sleep(400);
    process.kill(first, 'SIGSTOP');
    await sleep(100);
    process.kill(first, 'SIGCONT');
    await sleep(1_000);
    expect(pid()).toBe(first);
    await part?.stop();
    await start(silent);
    const second = pid();
    await sleep(1_000);
    expect(pid()).toBe(second);
  });
});

// Nobody caught it: the supervisor ended, and all that it had started went on without anybody to start it again.
describe('a part that has ended', () => {
  it('is started again, though the system could not at first', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'part-'));
    const pidFile = join(directory, 'part.pid');
    /** @type {string[]} */
    const lines = [];
    let starts = 0;
    const part = new Part({
      ...{ name: 'part', command: process.execPath, args: ['-e', silent], env: {}, cwd: directory, pidFile },
      log: (line) => lines.push(line),
      readyWhen: /works/,
      prepare: () => {
        starts += 1;
        if (starts === 2 || starts === 3) throw new Error('spawn ENOMEM');
      },
    });
    try {
      part.start();
      await part.whenReady(20_000);
      const first = livingProcess(pidFile)?.pid ?? 0;
      const ended = once(part, 'exit');
      process.kill(first, 'SIGKILL');
      await ended;
      await part.whenReady(20_000);
      expect(starts).toBe(4);
      expect(livingProcess(pidFile)?.pid).not.toBe(first);
      expect(lines.filter((line) => line.includes('ENOMEM'))).toHaveLength(2);
    } finally {
      await part.stop();
      rmSync(directory, { recursive: true });
    }
  });
});
