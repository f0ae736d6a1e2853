import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../bytes/byte-door.fixture.js';
import { OpenDoor } from './open-door.fixture.js';

const get = 'GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n';

describe('a door that closes', () => {
  const door = OpenDoor.ofSuite();
  let transfers: ServerResponse[];
  beforeEach(async () => {
    transfers = [];
    await door.open({ deadlines: { head: 5_000, body: 5_000, stall: 5_000 } });
    door.serveBytes = (_, response) => {
      transfers.push(response);
      response.write('begun');
    };
  });

  it('lets a transfer come to its end, and nobody in', async () => {
    const wire = await door.said(get, 'begun');
    const { port } = door;
    const closed = door.closed(10_000);
    await expect(fetch(`http://127.0.0.1:${port}/bytes`)).rejects.toThrow();
    transfers[0].end('whole');
    await closed;
    await wire.hear('whole');
    await eventually(() => wire.ended);
  });

  it('answers a request that is coming, as the last of its connection', async () => {
    const busy = await door.said(get, 'begun');
    const other = await door.said('GET /api/x HTTP/1.1\r\nHo', '');
    await pause(100);
    const closed = door.closed(10_000);
    await pause(300);
    other.say('st: x\r\n\r\n');
    await other.hear('{}');
    expect(other.heard).toMatch(/HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*connection: close\r\n/i);
    await eventually(() => other.ended);
    transfers[0].end();
    await closed;
    await eventually(() => busy.ended);
  });

  it('answers who has kept a connection and asks at once, and closes one on which nobody asks', async () => {
    const kept = await door.said('GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n', '{}');
    const idle = await door.said('GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n', '{}');
    const closed = door.closed(3_000);
    await pause(300);
    expect([kept.ended, idle.ended]).toEqual([false, false]);
    const before = kept.heard.length;
    kept.say('GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(() => kept.ended);
    expect(kept.heard.slice(before)).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*connection: close\r\n/i);
    await closed;
    await eventually(() => idle.ended);
  });

  it('says of an answer that was asked for before, and has not begun, that it is the last', async () => {
    let answer = (): void => undefined;
    door.serveBytes = (_, response) => {
      transfers.push(response);
      answer = () => response.end('late');
    };
    const wire = await door.said(get, '');
    await eventually(() => transfers.length === 1);
    const closed = door.closed(10_000);
    await pause(1_300);
    answer();
    await wire.hear('late');
    expect(wire.heard).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*connection: close\r\n/i);
    await closed;
  });

  it('breaks off what takes longer than it may', async () => {
    const wire = await door.said(get, 'begun');
    await door.closed(300);
    await eventually(() => wire.ended);
    expect(wire.heard).toMatch(/begun/);
  });
});
