import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// Subversion took the name of the user of the operating system who runs it, and a remote was told that.
describeSubversion('a remote of Subversion for which a password is given and no name', () => {
  const world = SubversionWorld.ofSuite();

  it('is told no name', async () => {
    const told = new Set<string>();
    const remote = createServer((request, response) => {
      const [, login] = (request.headers.authorization ?? '').split(' ');
      if (login) told.add(Buffer.from(login, 'base64').toString());
      response.writeHead(401, { 'www-authenticate': 'Basic realm="remote"', 'content-length': 0 }).end();
    }).listen(0, '127.0.0.1');
    await once(remote, 'listening');
    try {
      const { directory } = await world.repository(false);
      const url = `http://127.0.0.1:${(remote.address() as AddressInfo).port}/x`;
      const work = {
        signal: new AbortController().signal,
        tell: () => undefined,
        principal: 'admin',
        metered: false,
      };
      const fetched = world.kind.open(directory).remotes.fetch({ url, password: 'secret' }, work);
      await expect(fetched).rejects.toMatchObject({ code: 'remote' });
    } finally {
      remote.closeAllConnections();
      remote.close();
    }
    expect([...told]).toEqual([':secret']);
  });
});
