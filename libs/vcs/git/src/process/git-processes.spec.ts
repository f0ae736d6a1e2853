import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GitCommand } from './git-command.js';
import { GitProcesses, type StartOptions } from './git-processes.js';

describe('the memory of git', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hf-programs-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  /** It tells its bound instead (KiB). */
  writeFileSync(join(directory, 'git'), '#!/bin/sh\nulimit -d\n', { mode: 0o755 });

  /** In MiB. `most`: of those of which nothing is said; `memory`: what is said of this one. */
  const boundOf = async (most?: number, memory?: number, command: GitCommand['command'] = 'version') => {
    const processes = new GitProcesses({ mark: directory, path: `${directory}:/usr/bin:/bin`, memory: most });
    const { stdout } = await processes.run({ command }, { memory });
    return Number(stdout) / 1024;
  };
  const ours = Infinity;

  it('is bounded where nothing is said of it, as the memory of a push is where that is more', async () => {
    expect(await boundOf()).toBe(256);
    expect(await boundOf(64 << 20)).toBe(256);
    expect(await boundOf(512 << 20)).toBe(512);
  });

  it('is more where much is to be read, and no less than that of a push', async () => {
    for (const command of ['rev-list', 'merge-base', 'diff-tree'] as const) {
      expect([command, await boundOf(undefined, undefined, command)]).toEqual([command, 512]);
      expect([command, await boundOf(1 << 30, undefined, command)]).toEqual([command, 1024]);
    }
    const most = (memory?: number) => new GitProcesses({ mark: 'memory', path: '', memory }).largeMemory;
    expect([most(), most(64 << 20), most(1 << 30)]).toEqual([512 << 20, 512 << 20, 1 << 30]);
  });

  it('is bounded as it is said, or as that of this process', async () => {
    expect(await boundOf(512 << 20, 64 << 20)).toBe(64);
    expect(await boundOf(512 << 20, ours)).not.toBe(512);
  });
});

// A tree of 37,000 levels could be pushed and not be cloned: what checks a push and what sends it had one stack.
describe('the stack of git', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hf-programs-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, 'git'), '#!/bin/sh\nulimit -s\n', { mode: 0o755 });
  const processes = new GitProcesses({ mark: directory, path: `${directory}:/usr/bin:/bin` });
  afterAll(() => processes.stop());
  const stackOf = async (command: GitCommand['command'], memory?: number) =>
    (await processes.run({ command, directory: '/r' }, { memory })).stdout.trim();

  it('is smaller where a push is looked at than where it is read', async () => {
    const usual = await stackOf('version');
    for (let round = 0; round < 3; round += 1) {
      await sleep(50);
      expect(await stackOf('receive-pack')).toBe('256');
      expect(await stackOf('receive-pack', Infinity)).toBe('256');
      expect(await stackOf('upload-pack')).toBe(usual);
    }
    expect(usual === 'unlimited' || Number(usual) > 2_048).toBe(true);
  });
});

describe('a git that was started before it was asked for', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hf-programs-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const path = `${directory}:/usr/bin:/bin`;
  const tells =
    'ulimit -d; env | grep -v -e ^TMPDIR= -e ^_= -e ^OLDPWD= | sort; for each; do echo "<$each>"; done; cat';
  writeFileSync(join(directory, 'git'), `#!/bin/sh\n${tells}\n`, { mode: 0o755 });
  const processes = new GitProcesses({ mark: directory, path });
  afterAll(() => processes.stop());

  /** What it tells, and how many processes were started for it. */
  const told = async (command: GitCommand, options: StartOptions & { input?: string }) => {
    const before = processes.count;
    const result = processes.run(command, options);
    const started = processes.count - before;
    const { code, stdout } = await result;
    await sleep(50);
    return { started, code, lines: stdout.split('\n') };
  };

  it.each<[string, GitCommand, StartOptions & { input?: string }, boolean]>([
    ['a command', { command: 'version' }, {}, true],
    ['settings', { command: 'rev-list', directory: '/r', config: { 'gc.auto': '1' } }, {}, true],
    ['a path', { command: 'blame', directory: '/r', path: "--it's" }, {}, true],
    ['a path that is no text', { command: 'blame', directory: '/r', path: 'caf\xe9' }, {}, false],
    ['a path of two lines', { command: 'blame', directory: '/r', path: 'a\nb' }, {}, false],
    ['variables', { command: 'version' }, { environment: { GIT_PROTOCOL: 'version=2', LANG: 'x y' } }, true],
    ['a variable of two lines', { command: 'version' }, { environment: { GIT_PROTOCOL: 'a\nb' } }, false],
    ['something to read', { command: 'hash-object' }, { input: 'text\n' }, true],
    ['no limit', { command: 'version' }, { memory: Infinity }, true],
    ['a limit', { command: 'version' }, { memory: 64 << 20, yielding: true }, true],
    ['a command that finds no other programs', { command: 'archive' }, {}, false],
  ])('is told the same as one that is started: %s', async (_, command, options, isReady) => {
    const fresh = new GitProcesses({ mark: directory, path });
    const first = await fresh.run(command, options);
    await fresh.stop();
    await told({ command: 'version' }, { input: '' });
    await told({ command: 'version' }, {});
    const { started, code, lines } = await told(command, options);
    expect({ code, lines }).toEqual({ code: first.code, lines: first.stdout.split('\n') });
    expect(lines.length).toBeGreaterThan(3);
    expect(started).toBe(isReady ? 0 : 1);
  });

  it('ends as others do', async () => {
    await processes.run({ command: 'version' });
    await sleep(50);
    const child = processes.start({ command: 'hash-object' }, ['pipe', 'pipe', 'ignore'], {
      signal: AbortSignal.timeout(100),
    });
    const code = await new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)));
    expect(code).toBe('SIGTERM');
  });
});
