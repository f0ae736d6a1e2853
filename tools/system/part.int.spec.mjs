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
  /** @param {string} script */
  const start = async (script) => {
    part = new Part({
      name: 'part',
      command: process.execPath,
      args: ['-e', script],
      env: {},
      cwd: directory,
      log: (line) => lines.push(line),
      pidFile,
      readyWhen: /works/,
      answers: { every: 40, most: 10 },
    });
    part.start();
    await part.whenReady(20_000);
  };
  const pid = () => livingProcess(pidFile)?.pid ?? 0;

  afterEach(async () => {
    await part?.stop();
    lines.length = 0;
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
