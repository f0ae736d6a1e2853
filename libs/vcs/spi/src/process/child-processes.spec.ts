import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChildProcesses, type ProgramCall } from './child-processes.js';

describe('the programs of an engine', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hf-children-'));
  const mark = join(directory, 'state');
  const children = new ChildProcesses(mark);
  afterEach(() => children.stop());
  afterAll(() => rmSync(directory, { recursive: true }));

  const shell = (script: string, more: Partial<ProgramCall> = {}): ProgramCall => ({
    program: 'sh',
    args: ['-c', script],
    environment: { PATH: '/usr/bin:/bin' },
    ...more,
  });
  const isThere = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };

  it('answer what they say and how they end', async () => {
    expect(await children.run(shell('echo out; echo err >&2; exit 3'))).toEqual({
      ...{ code: 3, stdout: 'out\n', stderr: 'err\n' },
    });
    expect(await children.run(shell('cat'), { input: 'ä' })).toMatchObject({ code: 0, stdout: 'ä' });
    expect(await children.run(shell('cat; echo no more'))).toMatchObject({ stdout: 'no more\n' });
    expect(await children.run(shell('exit 4'), { input: 'x'.repeat(1 << 20) })).toMatchObject({ code: 4 });
  });

  it('have the mark and their own environment, and nothing of ours', async () => {
    const { stdout } = await children.run(
      shell('env; pwd', { environment: { PATH: '/usr/bin:/bin', A: 'b' } }),
    );
    const own = stdout.split('\n').filter((line) => !/^(_|PWD|OLDPWD|SHLVL)=/.test(line));
    const temporary = own.findIndex((each) => each.startsWith(`TMPDIR=${mark}/temporary/`));
    expect(temporary).toBeGreaterThanOrEqual(0);
    own.splice(temporary, 1);
    expect(own.sort()).toEqual(['', '/', 'A=b', `HOLDFAST_ENGINE=${mark}`, 'PATH=/usr/bin:/bin'].sort());
    expect((await children.run(shell('pwd', { cwd: directory }))).stdout).toBe(`${directory}\n`);
  });

  it('are cut off where they say too much', async () => {
    const { stdout } = await children.run(shell('head -c 5000000 /dev/zero; echo the end'));
    expect(stdout.length).toBeGreaterThanOrEqual(4 << 20);
    expect(stdout.length).toBeLessThan(5_000_000);
  });

  it('reject where they are not there', async () => {
    const missing = { ...shell(''), program: '/no/such/program' };
    await expect(children.run(missing)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(children.count).toBe(0);
  });

  it('run at the priority that their work has', async () => {
    const nice = async (options: object) => {
      const { stdout } = await children.run(shell('sleep 0.2; ps -o ni= -p $$'), options);
      return Number(stdout);
    };
    const own = getPriority();
    expect(await nice({})).toBe(own);
    expect(await nice({ yielding: true })).toBe(10);
    expect(await nice({ background: true, yielding: true })).toBe(19);
  });

  it('are ended with all that they have started', async () => {
    const child = children.start(shell('sleep 60 & echo $!; wait'), ['ignore', 'pipe', 'ignore']);
    const [said] = (await once(child.stdout as NodeJS.EventEmitter, 'data')) as [Buffer];
    const below = Number(said.toString());
    expect([children.count, isThere(below)]).toEqual([1, true]);
    children.end(child);
    await once(child, 'exit');
    while (isThere(below)) await sleep(10);
    expect(child.signalCode).toBe('SIGTERM');
    expect(children.count).toBe(0);
    children.end(child);
  });

  it('may clean up before they end, and what they left goes then', async () => {
    const script = `trap 'echo cleaned; exit 5' TERM; (trap '' TERM; sleep 60) & echo $!; while :; do sleep 0.02; done`;
    const child = children.start(shell(script), ['ignore', 'pipe', 'ignore']);
    let said = '';
    child.stdout?.on('data', (text: Buffer) => (said += text.toString()));
    while (!said.includes('\n')) await sleep(10);
    const stubborn = Number(said);
    const exited = once(child, 'exit');
    children.end(child);
    expect(await exited).toEqual([5, null]);
    while (isThere(stubborn)) await sleep(10);
    expect(said).toContain('cleaned');
  });

  it('are ended when their time is over, or nobody waits for them', async () => {
    expect(await children.run(shell('exec sleep 60'), { timeout: 100 })).toMatchObject({ code: -1 });
    const leaving = new AbortController();
    const left = children.run(shell('exec sleep 60'), { signal: leaving.signal });
    leaving.abort();
    expect(await left).toMatchObject({ code: -1 });
    expect(await children.run(shell('exec sleep 60'), { signal: leaving.signal })).toMatchObject({
      code: -1,
    });
    const staying = new AbortController();
    expect(await children.run(shell('echo done'), { signal: staying.signal })).toMatchObject({ code: 0 });
    staying.abort();
  });

  it('all end when the engine stops', async () => {
    const started = [1, 2, 3].map(() => children.start(shell('exec sleep 60'), 'ignore'));
    expect(children.count).toBe(3);
    await children.stop();
    expect(children.count).toBe(0);
    expect(started.map(({ signalCode }) => signalCode)).toEqual(['SIGTERM', 'SIGTERM', 'SIGTERM']);
  });
});

describe('a program that does not end when it is asked', () => {
  it('is killed after a while', async () => {
    const children = new ChildProcesses(join(tmpdir(), `hf-stubborn-${process.pid}`), 200);
    const call = {
      program: 'sh',
      args: ['-c', "trap '' TERM; echo; while :; do sleep 0.05; done"],
      environment: { PATH: '/usr/bin:/bin' },
    };
    const child = children.start(call, ['ignore', 'pipe', 'ignore']);
    await once(child.stdout as NodeJS.EventEmitter, 'data');
    const asked = Date.now();
    children.end(child);
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    expect(Date.now() - asked).toBeGreaterThanOrEqual(190);
  });
});
