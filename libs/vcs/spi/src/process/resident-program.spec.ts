import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChildProcesses, type ProgramCall } from './child-processes.js';
import { ResidentProgram } from './resident-program.js';

describe('a program that is to run as long as its engine', () => {
  let directory: string;
  let children: ChildProcesses;
  let program: ResidentProgram;
  let script: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'hf-resident-'));
    children = new ChildProcesses(directory);
    script = 'echo here > ready; while :; do sleep 0.05; done';
  });
  afterEach(async () => {
    await program.stop();
    await rm(directory, { recursive: true });
  });

  const called = (): ProgramCall => ({
    program: '/bin/sh',
    args: ['-c', script],
    environment: { PATH: '/usr/bin:/bin' },
    cwd: directory,
  });
  const probe = () => access(join(directory, 'ready'));
  const made = (starting = 5_000, call = () => Promise.resolve(called())): ResidentProgram => {
    program = new ResidentProgram(children, { call, probe, starting });
    program.start();
    return program;
  };
  const untilFine = async (): Promise<void> => {
    while ((await program.answers().then(() => 'fine', String)) !== 'fine') await sleep(10);
  };
  const fails = (text: string) => expect(program.answers()).rejects.toThrow(text);

  it('answers once its probe does, and is gone after it was stopped', async () => {
    made();
    await program.answers();
    expect([children.count, program.starts]).toEqual([1, 1]);
    await program.stop();
    expect(children.count).toBe(0);
    await fails('it has ended');
  });

  it('is started again when it was killed', async () => {
    made();
    await program.answers();
    await rm(join(directory, 'ready'));
    program.kick();
    while (program.starts < 2) await sleep(10);
    await program.answers();
    expect(program.starts).toBe(2);
  });

  it('tells what it said last, and is tried again', async () => {
    script = 'echo first >&2; echo no room here >&2; exit 3';
    made();
    await fails('it has ended: no room here');
    while (program.starts < 3) await sleep(10);
    script = 'echo here > ready; sleep 60';
    await untilFine();
    expect(children.count).toBe(1);
  });

  it('is ended where it does not answer in time', async () => {
    script = 'exec sleep 60';
    made(200);
    await fails('it does not answer');
    while (program.starts < 2) await sleep(10);
  });

  it('tells that it is missing, and runs once it is there', async () => {
    let missing = true;
    made(5_000, () =>
      missing ? Promise.reject(new Error('no such program here')) : Promise.resolve(called()),
    );
    await fails('no such program here');
    missing = false;
    await untilFine();
    expect(program.starts).toBe(1);
  });

  it('is stopped while it is waited for', async () => {
    await writeFile(join(directory, 'other'), '');
    script = 'exec sleep 60';
    made(60_000);
    while (program.starts < 1) await sleep(10);
    await program.stop();
    expect(children.count).toBe(0);
    await expect(program.answers()).rejects.toThrow();
  });
});
