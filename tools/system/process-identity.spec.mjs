import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquire } from './lock.mjs';
import { endLeftovers, endProcess, livingProcess, writePidFile } from './pid-files.mjs';
import { identify, isAlive, sessionOf } from './process-identity.mjs';

/** @type {string} */
let directory;
/** @type {import('node:child_process').ChildProcess[]} */
const children = [];

/** @param {{ pid?: number }} child */
const identityOf = ({ pid = 0 }) => {
  const identity = identify(pid);
  if (!identity) throw new Error(`no process ${pid}`);
  return identity;
};

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
    writePidFile(file, identityOf(child));
    expect(livingProcess(file)).toMatchObject({ pid: child.pid });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(livingProcess(file)).toBeUndefined();
  });

  it('does not name a stranger who was given the same pid', () => {
    const own = identityOf(process);
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
    /** @type {string} */
    const line = await new Promise((done) => parent.stdout.once('data', (text) => done(String(text))));
    const grandchild = identityOf({ pid: Number(line) });
    const identity = identityOf(parent);
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
    const identity = identityOf(deaf);
    await endProcess(identity, { patience: 100 });
    expect(isAlive(identity)).toBe(false);
  });

  it('leaves a stranger alone whose pid stands in a leftover file', async () => {
    const stranger = sleeper();
    const identity = identityOf(stranger);
    writeFileSync(join(directory, 'gateway.pid'), JSON.stringify({ ...identity, start: '1' }));
    await endLeftovers(directory);
    expect(isAlive(identity)).toBe(true);
  });
});

describe('the lock of an installation', () => {
  it('is refused while its owner lives and taken over when it is dead', async () => {
    const file = join(directory, 'supervisor.pid');
    const owner = sleeper();
    writePidFile(file, identityOf(owner));
    expect(await acquire(file)).toMatchObject({ holder: { pid: owner.pid } });
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const lock = await acquire(file);
    expect(lock.holder).toBeUndefined();
    expect(livingProcess(file)).toMatchObject({ pid: process.pid });
    lock.release?.();
    expect(livingProcess(file)).toBeUndefined();
  });
});
