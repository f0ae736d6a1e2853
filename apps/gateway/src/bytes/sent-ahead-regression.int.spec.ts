import { jest } from '@jest/globals';
import { basic, DoorFixture } from './byte-door.fixture.js';

// All that a connection had sent ahead was carried out in one turn of the event loop, in which Node accepts one
// connection of all that come.
describe('requests for bytes that were sent ahead', () => {
  let door: DoorFixture;
  afterEach(async () => {
    jest.restoreAllMocks();
    await door.close();
  });

  it('leave the event loop to others, and are answered in their order', async () => {
    const ended = new Set<string>();
    let turn = 0;
    const turns = new Set<number>();
    jest.spyOn(ended, 'has').mockImplementation(() => {
      turns.add(turn);
      const end = performance.now() + 1;
      while (performance.now() < end);
      return false;
    });
    door = await DoorFixture.open(
      (_, response) => void response.end(),
      () => () => undefined,
      { ended },
    );
    let isOver = false;
    const count = (): void => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    const wire = await door.dial();
    const asking = (id: number): string =>
      `GET /acme/projects/web/repositories/git/none/x HTTP/1.1\r\nHost: x\r\n` +
      `X-Request-Id: ${id}.\r\n${basic('guest')}\r\n`;
    wire.say(Array.from({ length: 60 }, (_, id) => asking(id)).join(''));
    const heard = await wire.hear('X-Request-Id: 59.');
    isOver = true;
    const ids = [...heard.matchAll(/^X-Request-Id: (\d+)\.\r$/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(Array.from({ length: 60 }, (_, id) => id));
    expect(turns.size).toBeGreaterThan(4);
  });
});
