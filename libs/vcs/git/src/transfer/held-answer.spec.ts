import { PassThrough } from 'node:stream';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { HeldAnswer } from './held-answer.js';

const piece = 8 << 10;

/** Carries what `say` says to a client that reads; answers what the client got. */
const carried = async (say: (source: PassThrough) => Promise<void>): Promise<Buffer> => {
  const source = new PassThrough();
  const answering = async (response: ServerResponse): Promise<void> => {
    const client = { moved: () => undefined, answers: (taken: Promise<void>) => taken };
    const answer = new HeldAnswer(response, 'text/plain', client as never);
    const carrying = answer.carry(source);
    await say(source);
    source.end();
    await carrying;
    answer.end();
  };
  const server = createServer((_, response) => void answering(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const got = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return Buffer.from(await got.arrayBuffer());
  } finally {
    server.close();
  }
};

const pieces = (count: number): Buffer[] => Array.from({ length: count }, (_, at) => Buffer.alloc(piece, at));

describe('an answer of git', () => {
  it('is carried as it comes while it is short', async () => {
    const said = pieces(8);
    const got = await carried(async (source) => {
      for (const each of said) {
        source.write(each);
        await turn();
        expect(source.isPaused()).toBe(false);
      }
    });
    expect(got.equals(Buffer.concat(said))).toBe(true);
  });

  it('is let gather between looks at it once it is long, and comes whole', async () => {
    const said = pieces(200);
    let pauses = 0;
    const got = await carried(async (source) => {
      source.on('pause', () => (pauses += 1));
      for (const each of said) {
        source.write(each);
        await turn();
      }
    });
    expect(got.equals(Buffer.concat(said))).toBe(true);
    expect(pauses).toBeGreaterThan(0);
  });
});
