import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { basic, DoorFixture } from '../byte-door.fixture.js';

const head =
  'POST /acme/projects/web/repositories/git/team/code/git-upload-pack HTTP/1.1\r\nHost: x\r\n' +
  'Content-Type: application/x-git-upload-pack-request\r\nTransfer-Encoding: chunked\r\n' +
  `${basic('guest')}\r\n`;

describe('a body in chunks', () => {
  let door: DoorFixture;
  let heard: { headers: IncomingHttpHeaders; body: string } | undefined;
  beforeEach(async () => {
    heard = undefined;
    door = await DoorFixture.open(
      (req, res) =>
        void text(req).then((body) => {
          heard = { headers: req.headers, body };
          res.end('a pack');
        }),
      (address) => () => ({ address, ticket: 't' }),
    );
  });
  afterEach(() => door.close());

  it.each([
    ['with its length where all of them came together', ['2\r\non\r\n1\r\ne\r\n0\r\n\r\n'], '3', undefined],
    ['in chunks where more come later', ['2\r\non\r\n', '1\r\ne\r\n0\r\n\r\n'], undefined, 'chunked'],
  ])('goes on %s', async (_, parts, length, coding) => {
    const wire = await door.dial();
    const [first, ...later] = parts;
    wire.say(head + first);
    for (const part of later) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      wire.say(part);
    }
    await wire.hear('a pack');
    expect(heard?.body).toBe('one');
    expect(heard?.headers['content-length']).toBe(length);
    expect(heard?.headers['transfer-encoding']).toBe(coding);
  });
});
