import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sessionRequest } from './door/mercurial-commands.js';
import type { MercurialWorld } from './mercurial-world.fixture.js';

/** What a conversation has said, and how it ended. */
export interface Conversed {
  heard: string;
  exit?: string;
  reason: string;
}

/**
 * A conversation over SSH of somebody who may only read, or may write, in a new repository, or in one of the name
 * `existing`. He says one thing; and ends it when he has said that, when he has heard something, or never.
 */
export const readingConversation = async (
  world: MercurialWorld,
  says: string | Buffer,
  ends: 'when said' | 'when heard' | 'never',
  service: 'read' | 'write' = 'read',
  existing?: string,
): Promise<Conversed> => {
  const name = existing ?? (await world.repository()).name;
  const server = createServer((asking, response) => {
    const asked = { service, exchange: sessionRequest, name, role: service === 'read' ? 'guest' : 'ada' };
    void world.engine.exchange(world.grant(asked), asking, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise<Conversed>((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, method: 'POST', agent: false }, (answer) => {
        let heard = '';
        answer.setEncoding('utf8').on('data', (piece: string) => (heard += piece));
        if (ends === 'when heard') answer.once('data', () => asked.end());
        answer.once('close', () => {
          const { 'x-hf-exit': exit, 'x-hf-reason': reason = '' } = answer.trailers;
          resolve({ heard, ...(exit && { exit }), reason: decodeURIComponent(reason) });
        });
      });
      asked.once('error', reject).write(says);
      if (ends === 'when said') asked.end();
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
};
