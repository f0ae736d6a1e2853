import { eventually } from '../byte-door.fixture.js';
import { ByteProcessFixture, sized } from './byte-process.fixture.js';
import { asked, heardOf } from './exchange.fixture.js';

describe('an exchange with a byte process breaks off', () => {
  let peer: ByteProcessFixture;
  beforeEach(async () => {
    peer = await ByteProcessFixture.start();
  });
  afterEach(() => peer.stop());

  const saying = (answer: string | Buffer): void => {
    peer.says = (socket) => void socket.write(answer);
  };
  const text = async (): Promise<string> => heardOf(asked(peer.get()));
  const chunks = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

  it.each([
    ['before it answers', '', 'no head'],
    ['in the middle of the head', 'HTTP/1.1 200 OK\r\nContent-Le', 'no head'],
    ['after the head', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', 'half a body'],
    ['in the middle of the body', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell', 'half a body'],
    ['before the first chunk', chunks, 'half a body'],
    ['in the middle of a chunk', `${chunks}5\r\nhell`, 'half a body'],
    ['before the last chunk', `${chunks}5\r\nhello\r\n`, 'half a body'],
    ['in the middle of the last chunk', `${chunks}5\r\nhello\r\n0\r\n`, 'half a body'],
  ])('when the byte process goes away %s', async (_, said, heard) => {
    for (const going of ['end', 'resetAndDestroy'] as const) {
      peer.says = (socket) => void socket.write(said, () => setTimeout(() => socket[going](), 5));
      expect(await text()).toBe(heard);
    }
    saying(sized('next'));
    expect(await text()).toBe('next');
  });

  it.each([
    ['an answer on the way', 'HTTP/1.1 100 Continue\r\n\r\n', 'no head'],
    ['an endless head', 'HTTP/1.1 200 OK\r\nX: '.padEnd(40_000, 'x'), 'no head'],
    ['a chunk without a size', `${chunks}hello`, 'half a body'],
    ['something after the last chunk', `${chunks}0\r\n\r\n0`, 'half a body'],
  ])('when the byte process says %s, and hangs up on it', async (_, said, heard) => {
    saying(said);
    expect(await text()).toBe(heard);
    await eventually(() => peer.sockets[0].destroyed || peer.sockets[0].readableEnded);
  });

  it.each([
    ['wants no more', () => Promise.resolve(false)],
    ['fails', () => Promise.reject(new Error('cannot take it'))],
  ])('when the taker %s', async (_, take) => {
    saying(sized('x'));
    const upstream = asked(peer.get());
    await upstream.head;
    expect(await upstream.carry(take)).toBe(false);
    await eventually(() => peer.sockets[0].destroyed || peer.sockets[0].readableEnded);
  });

  it('when it is given up, at every stage', async () => {
    peer.says = () => undefined;
    const early = asked(peer.get());
    early.destroy();
    await expect(early.head).rejects.toThrow('closed too early');
    const waiting = asked(peer.get());
    await eventually(() => peer.sockets.some((socket) => !socket.destroyed && socket.bytesRead > 0));
    waiting.destroy();
    await expect(waiting.head).rejects.toThrow('closed too early');
    saying('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell');
    const answered = asked(peer.get());
    await answered.head;
    answered.destroy();
    expect(await answered.carry(() => Promise.resolve(true))).toBe(false);
    expect(answered.body.destroyed).toBe(true);
  });

  it('when nobody listens, with the reason', async () => {
    const gone = peer.get();
    await peer.stop();
    await expect(asked(gone).head).rejects.toThrow('ECONNREFUSED');
    peer = await ByteProcessFixture.start();
  });
});
