import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquire } from './lock.mjs';
import { endLeftovers, endProcess, livingProcess, writePidFile } from './pid-files.mjs';
import { identify, isAlive, sessionOf } from './process-identity.mjs';

let directory;
const children = [];

const sleeper = (script = 'setTimeout(() => {}, 60_000)') => {
  const child = spawn(process.execPath, ['-e', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  return child;
};

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'holdfast-pid-'));
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

describe('a pid file', () => {
  it('names a process as long as it runs', async () => {
    const child = sleeper();
    const file = join(directory, 'part.pid');
    writePidFile(file, identify(child.pid));
    expect(livingProcess(file)).toMatchObject({ pid: child.pid });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(livingProcess(file)).toBeUndefined();
  });

  it('does not name a stranger who was given the same pid', () => {
    const own = identify(process.pid);
    expect(isAlive(own)).toBe(true);
    expect(isAlive({ ...own, start: '1' })).toBe(false);
    expect(isAlive({ ...own, boot: 'another' })).toBe(false);
    expect(sessionOf({ ...own, start: '1' })).toEqual([]);
  });

  it('that was cut off names nobody', () => {
    const file = join(directory, 'part.pid');
    writeFileSync(file, '{"pid": 1');
    expect(livingProcess(file)).toBeUndefined();
  });
});

describe('ending a process', () => {
  it('ends its children too, also when it is gone already', async () => {
    const parent = sleeper(
      `const { spawn } = require('node:child_process');
       console.log(spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']).pid);
       setTimeout(() => {}, 60_000);`,
    );
    const [line] = await once(parent.stdout, 'data');
    const grandchild = identify(Number(line));
    const identity = identify(parent.pid);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    expect(isAlive(grandchild)).toBe(true);
    await endProcess(identity);
    await new Promise((done) => setTimeout(done, 50));
    expect(isAlive(grandchild)).toBe(false);
  });

  it('uses force on one that does not listen', async () => {
    const deaf = sleeper(`process.on('SIGTERM', () => {}); console.log('on'); setTimeout(() => {}, 60_000)`);
    await once(deaf.stdout, 'data');
    const identity = identify(deaf.pid);
    await endProcess(identity, { patience: 100 });
    expect(isAlive(identity)).toBe(false);
  });

  it('leaves a stranger alone whose pid stands in a leftover file', async () => {
    const stranger = sleeper();
    const identity = identify(stranger.pid);
    writeFileSync(join(directory, 'gateway.pid'), JSON.stringify({ ...identity, start: '1' }));
    await endLeftovers(directory);
    expect(isAlive(identity)).toBe(true);
  });
});

describe('the lock of an installation', () => {
  it('is refused while its owner lives and taken over when it is dead', async () => {
    const file = join(directory, 'supervisor.pid');
    const owner = sleeper();
    writePidFile(file, identify(owner.pid));
    expect(await acquire(file)).toMatchObject({ holder: { pid: owner.pid } });
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const lock = await acquire(file);
    expect(lock.holder).toBeUndefined();
    expect(livingProcess(file)).toMatchObject({ pid: process.pid });
    lock.release();
    expect(livingProcess(file)).toBeUndefined();
  });
});
