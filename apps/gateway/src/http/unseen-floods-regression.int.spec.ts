import { eventually } from '../bytes/byte-door.fixture.js';
import { OpenDoor, short } from './open-door.fixture.js';

const chunked = 'Host: x\r\nTransfer-Encoding: chunked\r\n\r\n';
const crumbs = '1\r\nx\r\n'.repeat(20_000);
const patient = { deadlines: { ...short, body: 60_000, stall: 60_000 } };

// 20 connections of a stranger stopped everybody: what comes behind an answer was not counted.
describe('the rest of a body that is answered before it has come', () => {
  const door = OpenDoor.ofSuite();

  it.each(['DELETE /api/x', 'POST /bytes'])(
    'ends its connection where it comes in crumbs: %s',
    async (asked) => {
      await door.open(patient);
      const wire = await door.said(`${asked} HTTP/1.1\r\n${chunked}`, 'HTTP/1.1');
      wire.say(crumbs);
      await eventually(() => wire.ended);
    },
  );

  it('is taken where it comes as usual, and its connection goes on', async () => {
    await door.open(patient);
    const body = 'x'.repeat(1_000_000);
    const head = `DELETE /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`;
    const wire = await door.said(head, '401');
    wire.say(`${body}GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n`);
    await wire.hear('bytes');
  });
});

// Node left out what stands behind a thousand lines: a second host, the address that a trusted proxy adds.
describe('a head of very many lines', () => {
  const door = OpenDoor.ofSuite();

  it('is refused', async () => {
    await door.open();
    const lines = 'a:\r\n'.repeat(1_100);
    await door.said(`GET /bytes HTTP/1.1\r\nHost: x\r\n${lines}Host: y\r\n\r\n`, '400 the head of a request');
    await door.said(`GET /bytes HTTP/1.1\r\nHost: x\r\n${'a:\r\n'.repeat(400)}\r\n`, 'bytes');
  });
});

// What was sent behind it was thrown away, and what came in the next packet was taken for a request.
describe('a wish to change the protocol', () => {
  const door = OpenDoor.ofSuite();

  it('is passed over, and the connection ends with the answer', async () => {
    await door.open();
    const asked = 'GET /bytes HTTP/1.1\r\nHost: x\r\n';
    const wish = 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    const wire = await door.said(`${asked}${wish}${asked}\r\n`, 'bytes');
    await eventually(() => wire.ended);
    expect(wire.heard).toMatch(/connection: close/i);
  });
});
