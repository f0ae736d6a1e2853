import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { basic, DoorFixture } from '../byte-door.fixture.js';

const head = (framing: string): string =>
  'POST /acme/projects/web/repositories/git/team/code/git-upload-pack HTTP/1.1\r\nHost: x\r\n' +
  `Content-Type: application/x-git-upload-pack-request\r\n${framing}\r\n` +
  `${basic('guest')}\r\n`;

describe('a small body', () => {
  let door: DoorFixture;
  let heard: { headers: IncomingHttpHeaders; body: string; isAtOnce: boolean } | undefined;
  beforeEach(async () => {
    heard = undefined;
    door = await DoorFixture.open(
      (req, res) => {
        // By then all is read that came in one piece.
        setImmediate(() => {
          const isAtOnce = req.complete;
          void text(req).then((body) => {
            heard = { headers: req.headers, body, isAtOnce };
            res.end('a pack');
          });
        });
      },
      (address) => () => ({ address, ticket: 't' }),
    );
  });
  afterEach(() => door.close());

  it('with its length goes on in one piece with its head', async () => {
    const wire = await door.dial();
    wire.say(`${head('Content-Length: 3')}one`);
    await wire.hear('a pack');
    expect(heard).toMatchObject({ body: 'one', isAtOnce: true, headers: { 'content-length': '3' } });
  });

  it.each([
    [
      'all of whose chunks came together goes on with its length',
      ['2\r\non\r\n1\r\ne\r\n0\r\n\r\n'],
      '3',
      undefined,
    ],
    [
      'of whose chunks more come later goes on in chunks',
      ['2\r\non\r\n', '1\r\ne\r\n0\r\n\r\n'],
      undefined,
      'chunked',
    ],
  ])('%s', async (_, parts, length, coding) => {
    const wire = await door.dial();
    const [first, ...later] = parts;
    wire.say(head('Transfer-Encoding: chunked') + first);
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
