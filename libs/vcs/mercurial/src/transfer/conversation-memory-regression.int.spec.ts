import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sessionRequest } from '../door/mercurial-commands.js';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

// A large file of 120 KB on the disk became 1.3 GB in each of 16 programs, for as long as nobody read what they said.
describeMercurial('the memory of conversations over SSH', () => {
  /** What is said to `hello`, and how the conversation ends whose client waits for more. */
  const conversation = async (world: MercurialWorld, waits: boolean) => {
    const { name } = await world.repository();
    const server = createServer((asking, response) => {
      const asked = { service: 'read', exchange: sessionRequest, name, role: 'guest' };
      void world.engine.exchange(world.grant(asked), asking, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      return await new Promise<{ heard: string; exit?: string; reason: string }>((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port, method: 'POST', agent: false }, (answer) => {
          let heard = '';
          answer.setEncoding('utf8').on('data', (piece: string) => (heard += piece));
          answer.once('close', () => {
            const { 'x-hf-exit': exit, 'x-hf-reason': reason = '' } = answer.trailers;
            resolve({ heard, ...(exit && { exit }), reason: decodeURIComponent(reason) });
          });
        });
        asked.once('error', reject).write('hello\n');
        if (!waits) asked.end();
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };
  const within = async (conversationMemory: number, waits: boolean) => {
    const world = new MercurialWorld({ conversationMemory });
    await world.start();
    try {
      return await conversation(world, waits);
    } finally {
      await world.stop();
      await world.leftovers();
    }
  };

  it('has a bound for all of them', async () => {
    expect(await within(1 << 20, true)).toMatchObject({
      ...{ exit: '255', reason: 'the conversations of all need too much memory together, try again later' },
    });
  });

  it('is not missed below that', async () => {
    const { heard, exit } = await within(1 << 30, false);
    expect([heard.includes('capabilities:'), exit]).toEqual([true, '0']);
  });
});
