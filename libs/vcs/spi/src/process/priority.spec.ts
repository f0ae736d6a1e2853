import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { lowerPriority } from './priority.js';

describe('a process that gives way', () => {
  const children: ChildProcess[] = [];
  const begun = (): ChildProcess => {
    const child = spawn('sleep', ['60'], { stdio: 'ignore', detached: true });
    children.push(child);
    return child;
  };
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  const sessionOf = ({ pid }: ChildProcess) => `/proc/${pid}/autogroup`;

  it('has a lower priority, and so has its session where the system knows that', async () => {
    const child = begun();
    const own = getPriority();
    lowerPriority(child, 19);
    expect(getPriority(child.pid)).toBe(19);
    expect(getPriority()).toBe(own);
    if (!existsSync(sessionOf(child))) return;
    while (!readFileSync(sessionOf(child), 'latin1').includes('nice 19')) await sleep(20);
  });

  it('does not matter where it could not be started or has ended', async () => {
    const missing = spawn('/no/such/program', [], { stdio: 'ignore' });
    lowerPriority(missing, 19);
    await once(missing, 'error');
    const child = begun();
    child.kill('SIGKILL');
    await once(child, 'exit');
    lowerPriority(child, 19);
    expect(child.signalCode).toBe('SIGKILL');
  });
});
