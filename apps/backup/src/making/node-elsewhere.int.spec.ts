import { readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Server } from 'node:http';
import type { Installation } from '../installation/installation.js';
import { LocalNode } from '../nodes/local-node.js';
import { nodeServer } from '../nodes/node-server.js';
import { restoreEverything } from '../restoring/restore-everything.js';
import { restorePart } from '../restoring/restore-part.js';
import { TestInstallation } from '../test-installation.fixture.js';
import { TestPlace } from '../test-place.fixture.js';

describe('a backup of an installation whose storage node is elsewhere', () => {
  const servers: Server[] = [];
  let place: TestPlace;
  let from: TestInstallation;
  let token: string;
  beforeEach(async () => {
    place = await TestPlace.make();
    from = await TestInstallation.make();
    token = join(from.installation.blobs.data, '..', 'token');
    await writeFile(token, `${'t'.repeat(40)}\n`);
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
    await from.end();
    await place.end();
  });

  /** The installation as who reads its node over HTTP sees it. */
  const readElsewhere = async (
    { installation }: TestInstallation,
    { writable = false } = {},
  ): Promise<Installation> => {
    const server = nodeServer({
      ...{ node: new LocalNode(installation.nodes['node-1']), token: () => 't'.repeat(40), writable },
      fault: (error) => {
        throw error;
      },
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    servers.push(server);
    const { port } = server.address() as AddressInfo;
    return { ...installation, nodes: { 'node-1': `http://127.0.0.1:${port}` }, readers: { token } };
  };
  const options = (id: string) => ({ id, keepsBotKeys: false, keepsMirrors: false, tell: () => undefined });

  it('is the same as of one that is here, and is restored to a node elsewhere', async () => {
    const uuid = await from.addRepository('core', { 'objects/one': Buffer.alloc(600_000, 'o'), HEAD: 'ref' });
    await new Promise((done) => setTimeout(done, 50));
    const here = await place.create(from.installation);
    const there = await place.create(await readElsewhere(from));
    expect(there).toMatchObject({ problems: [], repositories: here.repositories, journals: here.journals });

    const to = await TestInstallation.make({ empty: true });
    try {
      const installation = await readElsewhere(to, { writable: true });
      const done = await restoreEverything(installation, await place.vault(), options(there.id));
      expect(done).toMatchObject({ problems: [], repositories: 1 });
      expect(await readFile(join(to.directoryOf(uuid), 'HEAD'), 'utf8')).toBe('ref');
      const data = to.installation.nodes['node-1'];
      expect(await readFile(join(data, 'intents', '1'), 'utf8')).toBe('branch');
    } finally {
      await to.end();
    }
  });

  it('gives one repository back', async () => {
    const uuid = await from.addRepository('core', { HEAD: 'before' });
    const { id } = await place.create(await readElsewhere(from));
    await writeFile(join(from.directoryOf(uuid), 'HEAD'), 'after');
    const installation = await readElsewhere(from, { writable: true });
    const done = await restorePart(
      installation,
      await place.vault(),
      { repository: 'acme/code/core' },
      options(id),
    );
    expect(done).toMatchObject({ problems: [], repositories: 1 });
    expect(await readFile(join(from.directoryOf(uuid), 'HEAD'), 'utf8')).toBe('before');
  });

  it('gives a repository back while a node that has nothing of it is away', async () => {
    await from.addRepository('core', { HEAD: 'before' });
    const installation = await readElsewhere(from, { writable: true });
    const { id } = await place.create(installation);
    const away = { ...installation, nodes: { ...installation.nodes, 'node-9': 'http://127.0.0.1:9' } };
    const part = { repository: 'acme/code/core' };
    const done = await restorePart(away, await place.vault(), part, options(id));
    expect(done).toMatchObject({ problems: [], repositories: 1 });
  });

  it('gives a company back while a node is away by way of which only repositories of artifacts were made', async () => {
    const uuid = await from.addRepository('core', { HEAD: 'before' });
    const installation = await readElsewhere(from, { writable: true });
    const addMaven = (id: string) => from.addRow(id, { type: 'maven', node: 'node-9' });
    const maven = await addMaven('libs');
    const { id } = await place.create(installation);
    await addMaven('later');
    await writeFile(join(from.directoryOf(uuid), 'HEAD'), 'after');
    const away = { ...installation, nodes: { ...installation.nodes, 'node-9': 'http://127.0.0.1:9' } };
    const done = await restorePart(away, await place.vault(), { company: 'acme' }, options(id));
    expect(done).toMatchObject({ problems: [], repositories: 1 });
    expect(await readFile(join(from.directoryOf(uuid), 'HEAD'), 'utf8')).toBe('before');
    const { rows } = await from.client.query('select uuid from repository.repository order by id');
    expect(rows).toEqual([{ uuid }, { uuid: maven }]);
  });

  it('says so where the node does not answer, and has what the backup before had of it', async () => {
    await from.addRepository('core', { HEAD: 'ref' });
    const installation = await readElsewhere(from);
    const before = await place.create(installation);
    const [server] = servers.splice(0);
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    const after = await place.create(installation);
    expect(after.problems).toEqual([
      expect.stringMatching(/^the storage node node-1: .* does not answer: .*ECONNREFUSED/) as string,
      expect.stringMatching(/^repository .* \(core\): its storage node node-1 does not answer$/) as string,
    ]);
    expect(after.journals).toEqual(before.journals);
    expect(after.totals).toMatchObject({ repositories: 1, files: 1 });
    await rm(token);
  });
});
