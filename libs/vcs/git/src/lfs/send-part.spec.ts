import { jest } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TransferClient } from '@holdfast/vcs-spi/engine';
import { sendPart } from './send-part.js';

const size = 40 << 20;

describe('a part of a file', () => {
  const { gc } = globalThis;
  let directory: string;
  let path: string;
  let server: Server;
  let client: TransferClient;
  let sent: Promise<void>;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'hf-part-'));
    path = join(directory, 'large');
    await writeFile(path, 'begin');
    await truncate(path, size);
    const send = async (response: ServerResponse): Promise<void> => {
      client = TransferClient.of(response, 10_000);
      const file = await open(path);
      await sendPart(file, { offset: 1, length: size - 1 }, response, client);
      await file.close();
    };
    server = createServer((_, response) => void (sent = send(response))).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    globalThis.gc = gc;
    await new Promise((resolve) => server.close(resolve));
    await rm(directory, { recursive: true });
  });
  const answer = () => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

  it('passes in memory that is used again, and of which nothing is collected', async () => {
    const collect = jest.fn();
    globalThis.gc = collect as unknown as NodeJS.GCFunction;
    const body = Buffer.from(await (await answer()).arrayBuffer());
    expect([body.length, body.toString('latin1', 0, 5)]).toEqual([size - 1, 'egin\0']);
    await sent;
    expect(client.movedBytes).toBe(size - 1);
    expect(collect).not.toHaveBeenCalled();
  });

  it('breaks off where its file is shorter than it was, or its client goes away', async () => {
    await truncate(path, size / 2);
    await expect((await answer()).arrayBuffer()).rejects.toThrow();
    await sent;
    expect(client.gone.aborted).toBe(true);
    await truncate(path, size);
    await (await answer()).body?.cancel();
    await sent;
    expect(client.movedBytes).toBeLessThan(size - 1);
  });
});
