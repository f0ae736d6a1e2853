import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sessionRequest } from '../door/mercurial-commands.js';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

// Mercurial writes a bundle to the disk before it asks whether it may be taken: a reader filled the disk over SSH.
describeMercurial('a bundle of who may only read', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(() => world.stop());

  it('is refused before any of it is taken', async () => {
    const { name } = await world.repository();
    const server = createServer((asking, response) => {
      const asked = { service: 'read', exchange: sessionRequest, name, role: 'guest' };
      void world.engine.exchange(world.grant(asked), asking, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const heard = await new Promise<string>((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port, method: 'POST', agent: false }, (answer) => {
          let all = '';
          answer.setEncoding('utf8').on('data', (piece: string) => (all += piece));
          answer.once('close', () => resolve(all));
          // An empty answer would ask for the bundle, which does not come.
          answer.once('data', () => asked.end());
        });
        asked.once('error', reject).write('unbundle\nheads 10\n666f726365');
      });
      expect(heard).toContain('you may read this repository but not push to it');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
