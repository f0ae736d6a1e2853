import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { whenReady } from './health.mjs';
import { Part } from './part.mjs';

const migrating = `process.send({ migrating: true }); setTimeout(() => {
  process.send({ migrating: false }); setTimeout(() => {}, 600_000) }, 2_500)`;

// A real process. A migration that took longer than a minute was stopped, rolled back, and begun anew at each start.
describe('the start of an installation whose databases are brought up to date', () => {
  const directory = mkdtempSync(join(tmpdir(), 'start-'));
  const door = createServer((_, response) => response.writeHead(503).end('starting'));
  const part = new Part({
    name: 'part',
    command: process.execPath,
    args: ['-e', migrating],
    env: {},
    cwd: directory,
    log: () => {},
    pidFile: join(directory, 'part.pid'),
    answers: { every: 1_000, most: 30 },
  });
  beforeAll(async () => {
    await once(door.listen(0, '127.0.0.1'), 'listening');
    part.start();
    while (!part.isMigrating) await sleep(20);
  });
  afterAll(async () => {
    await part.stop();
    door.close();
    rmSync(directory, { recursive: true });
  });

  it('is not given up while they are, and is when it takes too long after that', async () => {
    const address = door.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const begun = Date.now();
    expect(await whenReady(`http://127.0.0.1:${port}`, 300, () => part.isMigrating)).toContain('Not ready');
    expect(Date.now() - begun).toBeGreaterThan(2_000);
    expect(part.isMigrating).toBe(false);
  });
});
