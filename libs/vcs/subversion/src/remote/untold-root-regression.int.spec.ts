import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// Where a server does not tell us where its repository begins, an address below that was imported in part, and nobody
// was told.
describeSubversion('a remote that does not tell where its repository begins', () => {
  const world = SubversionWorld.ofSuite();
  let front: Server;
  let behind = '';
  beforeAll(async () => {
    /** It asks all but programs of Subversion for another sort of login. */
    front = createServer((came, response) => {
      const { method, url = '', headers } = came;
      if (!headers['user-agent']?.startsWith('SVN'))
        return void response.writeHead(401, { 'www-authenticate': 'Digest realm="x", nonce="y"' }).end();
      const { hostname, port } = new URL(behind);
      const asked = request({ hostname, port, method, path: url, headers, agent: false }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      came.pipe(asked.on('error', () => response.destroy()));
    }).listen(0, '127.0.0.1');
    await once(front, 'listening');
  });
  afterAll(() => {
    front.closeAllConnections();
    front.close();
  });

  const fetched = async (below: string, isFronted: boolean, directory: string) => {
    const url = new URL(`${behind}${below}`);
    if (isFronted) url.port = String((front.address() as AddressInfo).port);
    const { signal } = new AbortController();
    const work = { signal, tell: () => undefined, principal: 'admin', metered: false };
    const remote = { url: url.href, username: 'developer', password: 'x' };
    return world.kind.open(directory).remotes.fetch(remote, work);
  };

  it('is brought with a word about that, which others and later looks do not have', async () => {
    const source = await world.repository(false);
    behind = source.url;
    await world.commit(source.directory, 'trunk', 2);
    const { directory } = await world.repository(false);
    const part = await fetched('/branches/trunk', true, directory);
    expect(part.note).toMatch(/does not tell where the repository begins/);
    await part.discard();
    const told = await fetched('', false, directory);
    expect(told.note).toBeUndefined();
    await told.publish({ owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 });
    await told.discard();
    await world.commit(source.directory, 'trunk', 1);
    const later = await fetched('', true, directory);
    expect([later.updates.length, later.note]).toEqual([1, undefined]);
    await later.discard();
  });
});
