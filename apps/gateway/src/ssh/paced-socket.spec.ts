import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { PacedSocket, type Pacer } from './paced-socket.js';
import { ReadingTurns } from './reading-turns.js';

describe('a paced socket', () => {
  let server: Server;
  let client: Socket;
  let near: Socket;
  beforeEach(async () => {
    server = createServer((socket) => (near = socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const arrived = new Promise((resolve) => server.once('connection', resolve));
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => undefined);
    await arrived;
  });
  afterEach(async () => {
    client.destroy();
    near.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  const free: Pacer = { wait: () => 0, took: () => true };
  const paced = (pacer = free, turns = new ReadingTurns()): PacedSocket =>
    new PacedSocket(near, turns.from('192.0.2.1'), pacer);
  const ended = (stream: PacedSocket | Socket): Promise<unknown> =>
    new Promise((resolve) => stream.once('close', resolve));

  it('carries both ways, to the end', async () => {
    const sent = Buffer.alloc(1 << 20, 'abc');
    const socket = paced();
    const came: Buffer[] = [];
    const back: Buffer[] = [];
    socket.on('data', (piece: Buffer) => {
      came.push(piece);
      socket.write(piece);
    });
    client.on('data', (piece: Buffer) => back.push(piece));
    client.end(sent);
    await Promise.all([ended(socket), ended(client)]);
    expect(Buffer.concat(came).equals(sent)).toBe(true);
    expect(Buffer.concat(back).equals(sent)).toBe(true);
  });

  it('gives small pieces of what takes long, and others have the event loop between them', async () => {
    let now = 0;
    const socket = paced(free, new ReadingTurns(4, () => now));
    const pieces: number[] = [];
    let rounds = 0;
    const others = setInterval(() => (rounds += 1), 0);
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece.length);
      for (const from = performance.now(); performance.now() - from < 2;);
      now += 5;
    });
    client.end(Buffer.alloc(512 << 10));
    await ended(socket);
    clearInterval(others);
    expect(pieces.slice(4).every((length) => length <= 4 << 10)).toBe(true);
    expect(rounds).toBeGreaterThan(10);
  });

  it('is read when its pace allows, and ended when it has had too much', async () => {
    let wait = 50;
    let taken = 0;
    const pacer: Pacer = { wait: () => wait, took: (bytes) => (taken += bytes) < 100_000 };
    const socket = paced(pacer);
    const failed = new Promise<Error>((resolve) => socket.once('error', resolve));
    socket.resume();
    client.write(Buffer.alloc(50_000));
    await pause(100);
    expect(taken).toBe(0);
    wait = 0;
    await pause(100);
    expect(taken).toBe(50_000);
    client.write(Buffer.alloc(1 << 20));
    await ended(client);
    expect((await failed).message).toBe('too much came besides data');
    expect(taken).toBeLessThan(200_000);
  });
});
