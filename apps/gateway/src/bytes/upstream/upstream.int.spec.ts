import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { eventually } from '../byte-door.fixture.js';
import { ByteProcessFixture, chunked, sized } from './byte-process.fixture.js';
import { asked, takenBody, heardOf } from './exchange.fixture.js';
import { UpstreamConnection } from './upstream-connection.js';

describe('an exchange with a byte process', () => {
  let peer: ByteProcessFixture;
  beforeEach(async () => {
    peer = await ByteProcessFixture.start();
  });
  afterEach(() => peer.stop());

  const saying = (answer: string | Buffer): void => {
    peer.says = (socket) => void socket.write(answer);
  };
  const text = async (transfer = peer.get()): Promise<string> => heardOf(asked(transfer));

  /** Says a text in parts, each of which comes by itself. */
  const inParts = async (socket: Socket, parts: string[]): Promise<void> => {
    for (const part of parts) {
      socket.write(part);
      await pause(5);
    }
  };

  describe('brings a large body byte for byte to a taker that takes its time', () => {
    const body = randomBytes(20 * 1024 * 1024 + 13);
    const slowly = (): (() => Promise<unknown>) => {
      let nth = 0;
      return () => ((nth += 1) % 16 === 0 ? pause(2) : turn());
    };

    it.each([
      ['of a length', () => sized(body)],
      ['in chunks', () => chunked(body, [1, 65_536, 7, 16_384, 300_001, 2, 4_095])],
    ])('%s', async (_, answer) => {
      const wire = answer();
      peer.says = (socket, nth) => {
        const size = 77_777 * nth;
        for (let at = 0; at < wire.length; at += size) socket.write(wire.subarray(at, at + size));
      };
      for (let left = 2; left > 0; left -= 1)
        expect((await takenBody(asked(peer.get()), slowly()))?.equals(body)).toBe(true);
      expect(peer.sockets.length).toBe(1);
    });
  });

  it('does not mix its bytes with those of others', async () => {
    peer.says = (socket, nth) =>
      void socket.write(
        nth % 2
          ? sized(Buffer.alloc(700_000 + nth, nth))
          : chunked(Buffer.alloc(700_000 + nth, nth), [9, 50_000, 16_384]),
      );
    for (let round = 0; round < 3; round += 1) {
      const bodies = await Promise.all(Array.from({ length: 20 }, () => takenBody(asked(peer.get()))));
      for (const body of bodies) expect(body?.equals(Buffer.alloc(body.length, body[0]))).toBe(true);
      expect(new Set(bodies.map((body) => body?.[0])).size).toBe(20);
    }
  });

  it('does not read into memory of others after an answer that filled the first buffer', async () => {
    const filling = sized(Buffer.alloc(16_384 - sized(Buffer.alloc(10_000)).length + 10_000));
    expect(filling.length).toBe(16_384);
    saying(filling);
    await text();
    saying(sized('a'.repeat(16_000)));
    const other = await ByteProcessFixture.start();
    const body = Buffer.alloc(1_000_000, 'b');
    other.says = (socket) => void socket.write(sized(body));
    let pieces = 0;
    const held = await takenBody(asked(other.get()), async () => {
      pieces += 1;
      if (pieces === 2) expect(await text()).toBe('a'.repeat(16_000));
    });
    expect(held?.equals(body)).toBe(true);
    await other.stop();
  });

  it('reads on without a pause where each piece is taken at once', async () => {
    const body = randomBytes(20 * 1024 * 1024 + 13);
    const readOn = jest.spyOn(UpstreamConnection.prototype, 'readOn');
    for (const answer of [sized(body), chunked(body, [65_536, 7, 300_001])]) {
      saying(answer);
      const upstream = asked(peer.get());
      await upstream.head;
      readOn.mockClear();
      const pieces: Buffer[] = [];
      const take = (piece: Buffer): true => {
        pieces.push(Buffer.from(piece));
        return true;
      };
      expect(await upstream.carry(take)).toBe(true);
      expect(Buffer.concat(pieces).equals(body)).toBe(true);
      // When the body is asked for, and when the connection waits for its next use.
      expect(readOn.mock.calls.length).toBe(2);
    }
    expect(peer.sockets.length).toBe(1);
    readOn.mockRestore();
  });

  it('hands over one piece at a time', async () => {
    let pieces = 0;
    saying(sized(Buffer.alloc(3_000_000)));
    const upstream = asked(peer.get());
    await upstream.head;
    const carried = upstream.carry(() => {
      pieces += 1;
      return new Promise(() => undefined);
    });
    await pause(50);
    expect(pieces).toBe(1);
    upstream.destroy();
    expect(await carried).toBe(false);
  });

  it.each([
    ['the head', ['HTTP/1.1 200', ' OK\r\nContent-Length: 5\r', '\n\r', '\nhello']],
    ['the sizes of chunks', ['5\r\n', 'hello', '\r\n', '0', '\r\n', '\r\n']],
    ['every chunk', ['2\r\nhe\r\n', '3\r\nllo\r\n', '0\r\n\r\n']],
  ])('goes on when %s comes by itself', async (_, parts) => {
    const head = parts[0].startsWith('HTTP') ? [] : ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'];
    peer.says = (socket) => void inParts(socket, [...head, ...parts]);
    expect(await text()).toBe('hello');
    expect(await text()).toBe('hello');
    expect(peer.sockets.length).toBe(1);
  });

  describe('uses its connection again', () => {
    it('after answers of every framing', async () => {
      const answers = [
        sized('one'),
        chunked(Buffer.from('two'), [1]),
        sized(''),
        'HTTP/1.1 204 No\r\n\r\n',
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        sized('x'.repeat(500_000)),
        sized('last'),
      ];
      peer.says = (socket, nth) => void socket.write(answers[nth - 1]);
      for (const expected of ['one', 'two', '', '', '', 'x'.repeat(500_000), 'last'])
        expect(await text()).toBe(expected);
      expect(peer.sockets.length).toBe(1);
      expect(peer.sockets[0].destroyed).toBe(false);
    });

    it('without leaving listeners on it', async () => {
      const warned = jest.spyOn(process, 'emitWarning').mockReturnValue();
      saying(sized('x'));
      for (let left = 30; left > 0; left -= 1) await text();
      expect(peer.sockets.length).toBe(1);
      expect(warned).not.toHaveBeenCalled();
      warned.mockRestore();
    });

    it.each([
      ['when the other side said that it closes it', sized('x', 'Connection: Close\r\n'), 'x'],
      [
        'when it was refused, and part of the request may still be unread',
        'HTTP/1.1 413 Large\r\nContent-Length: 1\r\n\r\nx',
        'x',
      ],
      ['when more was said than was asked for', `${sized('x').toString()}HTTP`, 'half a body'],
    ])('but not %s', async (_, answer, heard) => {
      saying(answer);
      expect(await text()).toBe(heard);
      saying(sized('next'));
      expect(await text()).toBe('next');
      expect(peer.sockets.length).toBe(2);
    });

    it.each([
      ['was closed', (socket: Socket) => void socket.end()],
      ['broke', (socket: Socket) => void socket.resetAndDestroy()],
      ['was spoken on', (socket: Socket) => void socket.write('HTTP/1.1 408 Too late\r\n\r\n')],
    ])('but not when it %s while it waited', async (_, closing) => {
      const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
      peer.says = (socket) => void inParts(socket, [head, '1\r\nx\r\n', '0\r\n\r\n']);
      await text();
      await pause(10);
      closing(peer.sockets[0]);
      await eventually(() => peer.sockets[0].destroyed || peer.sockets[0].readableEnded);
      await pause(10);
      expect(await text()).toBe('x');
      expect(peer.sockets.length).toBe(2);
    });

    it('but not when its answer was taken so slowly that the other side may have given it up', async () => {
      const now = performance.now.bind(performance);
      saying(sized('x'));
      const upstream = asked(peer.get());
      await upstream.head;
      const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 4_000);
      expect((await takenBody(upstream))?.toString()).toBe('x');
      clock.mockRestore();
      await text();
      expect(peer.sockets.length).toBe(2);
    });
  });
});
