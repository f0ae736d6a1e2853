import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

/** More than lies in the buffers of all connections on the way. */
const size = 32 << 20;
const slow = 40;
/** So many held all connections. */
const shared = 32;

// Files that the API sends shared 32 connections to the server with all questions. A few accounts that read files as
// slowly as they may held all of them: nobody's directory, commit or file was told any more, on the whole node.
describeSubversion('clients that take their time over files of Subversion', () => {
  const world = new SubversionWorld();
  const held: IncomingMessage[] = [];
  const directories: string[] = [];
  const front = createServer((request, response) => {
    const [, repository, company, account] = String(request.url).split('/');
    const grant = {
      ...{ kind: 'subversion', service: 'file', repository: 'r', principal: {} },
      ...{
        directory: String(directories[Number(repository)]),
        exchange: { method: 'GET', path: '/', headers: {} },
      },
      owner: { company: String(company), account: String(account) },
      file: { id: 'x'.repeat(40), commit: '2', path: 'large', lasting: true },
    };
    // They end with the test.
    world.engine.exchange(grant, request, response).catch(() => response.destroy());
  });

  beforeAll(async () => {
    await world.start();
    const file = join(world.root, 'large');
    await writeFile(file, randomBytes(size));
    for (let count = 0; count < 2; count += 1) {
      const { directory } = await world.repository();
      await world.must('svnmucc', ['-m', 'x', '-U', `file://${directory}`, 'put', file, 'large']);
      directories.push(directory);
    }
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    for (const answer of held) answer.destroy();
    front.closeAllConnections();
    front.close();
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  /** An answer of whose body nothing is read. */
  const begin = (repository: number, company: string, account: string): void => {
    const { port } = front.address() as AddressInfo;
    const path = `/${repository}/${company}/${account}`;
    get({ port, host: '127.0.0.1', path, agent: false }, (answer) => {
      held.push(answer.on('error', () => undefined).pause());
    }).on('error', () => undefined);
  };

  it('keep no question of others waiting', async () => {
    for (let at = 0; at < slow; at += 1) begin(at % 2, `c${at % 4}`, `a${at % 8}`);
    for (let tries = 0; held.length < shared && tries < 200; tries += 1) await sleep(100);
    expect(held.map(({ statusCode }) => statusCode)).toEqual(held.map(() => 200));
    const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 5_000 };
    const query = { commit: '2', backwards: false, offset: 0, limit: 10 };
    const told = await world.kind.open(String(directories[0])).tree.files(query, reading);
    expect(told.results.map(({ path }) => path)).toEqual(['large']);
  });
});
