import type { Wire } from '../bytes/byte-door.fixture.js';
import { OpenDoor, patient } from './open-door.fixture.js';

const asked = 'GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n';

/** An answer costs a millisecond. */
const work = (): void => {
  const end = performance.now() + 1;
  while (performance.now() < end);
};

// Node accepts one connection in a turn of its event loop, and all that was asked was answered in the same turn: 250
// connections of one address without keys kept everybody's new connections waiting for as long as they asked.
describe('beside a flood of one address', () => {
  const door = OpenDoor.ofSuite();
  let made: number;

  /** Ask again, so many requests at once, as soon as these are answered. */
  const flood = async (connections: number, ahead: number): Promise<void> => {
    for (let count = 0; count < connections; count += 1) {
      const { socket } = await door.dial('127.0.0.2');
      let open = ahead;
      socket.on('data', (text: string) => {
        open -= text.split('HTTP/1.1 200').length - 1;
        if (open > 0) return;
        open = ahead;
        socket.write(asked.repeat(ahead));
      });
      socket.write(asked.repeat(ahead));
    }
  };

  it.each([
    ['one after the other', 100, 1],
    ['ahead', 4, 50],
  ])('that asks %s, new connections are accepted', async (_, connections, ahead) => {
    await door.open({ connections: 1_000, deadlines: patient });
    made = 0;
    door.page = () => {
      work();
      return `{"n":${(made += 1)}}`;
    };
    await flood(connections, ahead);
    while (made < connections * ahead) await new Promise((resolve) => setImmediate(resolve));
    const accepted: number[] = [];
    door.fastify?.server.on('connection', () => accepted.push(made));
    const before = made;
    const others: Wire[] = await Promise.all(Array.from({ length: 10 }, () => door.said(asked, '{"n":')));
    expect(others.map(({ heard }) => heard.slice(0, 12))).toEqual(Array(10).fill('HTTP/1.1 200'));
    // For each of them about half of what the flood may ask at a time was answered before, now some milliseconds.
    expect(Math.max(...accepted) - before).toBeLessThan((10 * connections * ahead) / 4);
  });
});
