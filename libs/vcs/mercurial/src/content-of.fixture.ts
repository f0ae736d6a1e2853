import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TransferGrant } from '@holdfast/vcs-spi';
import type { MercurialWorld } from './mercurial-world.fixture.js';

/** What a guest is answered who asks for a file or an archive. Rejects where the answer breaks off. */
export const contentOf = async (
  world: MercurialWorld,
  directory: string,
  asked: Partial<TransferGrant>,
  headers: Record<string, string> = {},
): Promise<{ status: number; type: string | null; length: number; body: Buffer }> => {
  const server = createServer((request, response) => {
    const exchange = { method: 'GET' as const, path: '/', headers };
    const grant = { ...world.grant({ service: 'read', exchange, name: 'r1', role: 'guest' }), directory };
    world.engine.exchange({ ...grant, ...asked }, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const body = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, type: answer.headers.get('content-type'), length: body.length, body };
  } finally {
    server.close();
  }
};
