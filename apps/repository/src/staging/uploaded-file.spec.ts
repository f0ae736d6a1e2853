import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadedFile } from './uploaded-file.js';

// A disk and HTTP.
describe('a file from which a repository is filled', () => {
  let directory: string;
  let server: Server;
  let room = Infinity;
  let ended: Promise<void> = Promise.resolve();
  const told: string[] = [];
  const gate = {
    disk: {
      take: (bytes: number) => Promise.resolve((room -= bytes) >= 0),
      hold: () => Promise.resolve(() => undefined),
      level: () => Promise.resolve('enough' as const),
    },
    storage: {
      room: ({ bytes }: { bytes: number }) => Promise.resolve({ held: bytes }),
      left: () => void told.push('left'),
      wrote: () => void told.push('wrote'),
    },
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'upload-'));
    server = createServer((asked, response) => {
      const upload = { file: join(directory, 'file'), directory, principal: 'p', metered: true };
      const exchange = { method: 'POST', path: '/upload', headers: {} };
      ended = uploadedFile({ exchange, repository: 'r', upload }, gate, asked, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.close();
    await rm(directory, { recursive: true });
  });
  beforeEach(() => (room = Infinity));

  const begun = () => request({ port: (server.address() as AddressInfo).port, method: 'POST' });
  const sent = (body: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const asked = begun();
      asked.once('error', reject).once('response', (answer) => {
        let text = `${answer.statusCode} `;
        answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        answer.once('end', () => resolve(text));
      });
      asked.end(body);
    });

  it('is there whole, in place of one before it', async () => {
    expect(await sent('one')).toBe('201 {"bytes":3}');
    expect(await sent('other')).toBe('201 {"bytes":5}');
    expect(await readFile(join(directory, 'file'), 'utf8')).toBe('other');
    expect(told).toEqual(['wrote', 'left', 'wrote', 'left']);
  });

  it('leaves nothing where there is no room, or where it is cut off', async () => {
    room = 2;
    expect(await sent('three')).toMatch(/^507 \{"refused":"the disk/);
    expect(await readdir(directory)).toEqual([]);
    room = Infinity;
    const before = ended;
    const asked = begun();
    asked.on('error', () => undefined);
    asked.write('half');
    while (ended === before || (await readdir(directory)).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
    asked.destroy();
    await ended;
    expect(await readdir(directory)).toEqual([]);
  });
});
