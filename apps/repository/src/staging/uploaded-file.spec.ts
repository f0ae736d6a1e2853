import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiscardLimits } from '@holdfast/platform/byte-ports';
import { brokenDisk, WatchedDisk } from '@holdfast/vcs-spi/conformance';
import { uploadedFile } from './uploaded-file.js';

// A disk and HTTP.
describe('a file from which a repository is filled', () => {
  let directory: string;
  let server: Server;
  let room = Infinity;
  let rest: DiscardLimits | undefined;
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
      ended = uploadedFile({ exchange, repository: 'r', upload }, gate, asked, response, rest);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.close();
    await rm(directory, { recursive: true });
  });
  beforeEach(() => {
    room = Infinity;
    rest = undefined;
  });

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

  it('is on the disk before that is said, and nothing is left of what the disk does not take', async () => {
    const disk = await WatchedDisk.of(directory);
    try {
      expect(await sent('one')).toBe('201 {"bytes":3}');
      expect(disk.brought).toEqual(['sync file']);
      disk.before = brokenDisk;
      expect(await sent('other')).toMatch(/^507 /);
      await ended;
      expect(await readdir(directory)).toEqual([]);
    } finally {
      disk.end();
    }
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

  // Whoever had a ticket could send for ever.
  it.each([
    ['so much of it', { bytes: 1 << 20, milliseconds: 60_000 }, Infinity],
    ['so long', { bytes: 1 << 20, milliseconds: 50 }, 1],
  ])('is read for %s once it is refused, then its connection ends', async (_, limits, count) => {
    room = 2;
    rest = limits;
    server.keepAliveTimeout = 0;
    const sender = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let told = '';
    sender.on('error', () => undefined).on('data', (piece: Buffer) => (told += piece.toString()));
    const closed = new Promise((resolve) => sender.once('close', resolve));
    sender.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000000\r\n\r\n');
    let left = count;
    const send = (): void => {
      while ((left -= 1) >= 0 && !sender.destroyed) if (!sender.write(Buffer.alloc(64 * 1024))) return;
    };
    sender.on('drain', send);
    send();
    await closed;
    expect(told).toMatch(/^HTTP\/1.1 507 /);
    await ended;
  });
});
