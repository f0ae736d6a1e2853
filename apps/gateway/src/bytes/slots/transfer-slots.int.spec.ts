import type { FileAnswer } from '@holdfast/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { basic, DoorFixture, eventually, type Wire } from '../byte-door.fixture.js';

const stored: FileAnswer = { is: 'answer', status: 201, headers: { 'Content-Length': '0' } };

describe('the slots of transfers', () => {
  let door: DoorFixture;
  let asked: string[];

  beforeEach(async () => {
    asked = [];
    door = await DoorFixture.open(
      (req, res) => void req.resume().on('end', () => res.end(JSON.stringify(stored))),
      (address) =>
        (_: string, { path }: { path: string }) => {
          asked.push(path);
          return { is: 'upload', address, ticket: 't' };
        },
      { transfers: { upload: 4, download: 4, fetch: 4, push: 4 } },
    );
  });
  afterEach(() => door.close());

  const begin = async (
    path: string,
    who: 'developer' | 'admin' = 'developer',
    [length, piece] = [4, 'ha'],
  ): Promise<Wire> => {
    const wire = await door.dial();
    wire.say(
      `PUT /acme/projects/web/repositories/maven/jars${path} HTTP/1.1\r\nHost: x\r\n` +
        `${basic(who)}Content-Length: ${length}\r\n\r\n${piece}`,
    );
    return wire;
  };

  /** Ends what has the slot: the next one is not for `/2`. */
  const wasSkipped = async (first: Wire): Promise<void> => {
    first.say('lf');
    await first.hear('201 Created');
    const third = await begin('/3');
    third.say('lf');
    await third.hear('201 Created');
    expect(asked).toEqual(['/1', '/3']);
  };

  it('are not all held by one account, and the rest of its transfers go in their turn', async () => {
    const first = await begin('/1');
    await eventually(() => asked.length === 1);
    const second = await begin('/2');
    await pause(50);
    expect(asked).toEqual(['/1']);
    const other = await begin('/3', 'admin');
    other.say('lf');
    await other.hear('201 Created');
    second.say('lf');
    first.say('lf');
    await first.hear('201 Created');
    await second.hear('201 Created');
    expect(asked).toEqual(['/1', '/3', '/2']);
  });

  it('are not given to one whose client went away', async () => {
    const first = await begin('/1');
    await eventually(() => asked.length === 1);
    const second = await begin('/2');
    await pause(50);
    second.socket.destroy();
    await pause(50);
    await wasSkipped(first);
  });

  // Of a body that waits no more is read than a beginning: the end of its connection was not heard.
  it.each(['destroy', 'resetAndDestroy'] as const)(
    'are not given to one whose client went away with much of its body (%s)',
    async (leave) => {
      const first = await begin('/1');
      await eventually(() => asked.length === 1);
      const left = await Promise.all(
        [20, 60, 120].map((kib) => begin('/2', 'developer', [600_000, 'x'.repeat(kib * 1024)])),
      );
      await pause(100);
      for (const { socket } of left) socket[leave]();
      await pause(50);
      await wasSkipped(first);
    },
  );

  it('are free again after a refusal and after a client that goes away', async () => {
    for (const path of ['/1', '/2', '/3']) {
      const wire = await begin(path);
      await eventually(() => asked.includes(path));
      wire.socket.destroy();
    }
    const last = await begin('/4');
    last.say('lf');
    await last.hear('201 Created');
  });
});
