import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import { eventually, Wire } from '../bytes/byte-door.fixture.js';
import { OpenDoor, short } from './open-door.fixture.js';
import { testTls } from './tls.fixture.js';

describe('the public door', () => {
  const door = OpenDoor.ofSuite();

  it('refuses connections of an address that has too many, and takes new ones when some are closed', async () => {
    await door.open({ connections: 2, deadlines: { ...short, head: 60_000 } });
    const [first] = [await door.dial(), await door.dial()];
    const third = await door.dial();
    await third.hear('HTTP/1.1 503 Service Unavailable');
    expect(third.heard).toMatch(/retry-after: 1\r\n/i);
    await eventually(() => third.ended);
    first.socket.destroy();
    await pause(100);
    await door.said('GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n', 'bytes');
  });

  it('does not count the connections of a trusted proxy', async () => {
    await door.open({ connections: 1, trustedProxies: ['127.0.0.1'], deadlines: { ...short, head: 60_000 } });
    await door.dial();
    await door.said('GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n', 'bytes');
  });
});

describe('the public door tells to come by HTTPS only', () => {
  const door = OpenDoor.ofSuite();
  const policy = '\r\nStrict-Transport-Security: max-age=60\r\n';
  beforeEach(() => {
    door.serveBytes = (_, response) =>
      void response.writeHead(200, ['Content-Type', 'text/plain']).end('bytes');
  });

  it('whoever did, in all answers', async () => {
    await door.open({ tls: testTls });
    const ask = async (target: string, until: string, more = ''): Promise<string> => {
      const socket = tls.connect({ port: door.port, host: '127.0.0.1', rejectUnauthorized: false });
      door.sockets.push(socket);
      const wire = new Wire(socket);
      wire.say(`GET ${target} HTTP/1.1\r\nHost: x\r\n${more}\r\n`);
      return wire.hear(until);
    };
    expect(await ask('/api/x', '{}')).toContain(policy);
    expect(await ask('/bytes', 'bytes')).toContain(policy);
    expect(await ask('/bytes', 'one header', 'Host: x\r\n')).toContain(policy);
  });

  const by = async (scheme: string): Promise<string> =>
    (await door.said(`GET /bytes HTTP/1.1\r\nHost: x\r\n${scheme}\r\n`, '\r\nbytes\r\n')).heard;

  it('whoever did, as a trusted proxy says', async () => {
    await door.open({ trustedProxies: ['127.0.0.1'] });
    expect(await by('X-Forwarded-Proto: https\r\n')).toContain(policy);
    for (const scheme of ['', 'http', 'https, http', 'http, https'].map(
      (each) => each && `X-Forwarded-Proto: ${each}\r\n`,
    ))
      expect(await by(scheme)).not.toContain('Strict-Transport-Security');
  });

  it('nobody else, whatever he says of himself', async () => {
    await door.open({ trustedProxies: ['192.0.2.1'] });
    expect(await by('X-Forwarded-Proto: https\r\n')).not.toContain('Strict-Transport-Security');
  });
});
