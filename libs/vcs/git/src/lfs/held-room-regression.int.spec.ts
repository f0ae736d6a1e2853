import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { LfsWorld } from './lfs-world.fixture.js';

const oid = 'a'.repeat(64);
const size = 900_000;

// An upload held room for all of its length before a byte came: few slow ones of one account took all of a company's.
describe('the room of a large file', () => {
  let world: LfsWorld;
  beforeAll(async () => {
    world = await LfsWorld.start();
  });
  afterAll(() => world.stop());

  it('is asked for all of it, and held for what has come', async () => {
    world.roomAnswer = { held: 50_000 };
    const name = await world.repository('r');
    const sent = request(`${world.url}/${name}/info/lfs/objects/${oid}/${size}`, {
      ...{ method: 'PUT', headers: { 'content-length': size } },
    });
    sent.on('error', () => undefined);
    sent.write(Buffer.alloc(70_000));
    const comes = (): boolean => world.roomsAsked.some(({ bytes }) => bytes > 0);
    while (!comes()) await sleep(10);
    const [first, ...others] = world.roomsAsked;
    expect([first.bytes, first.size]).toEqual([0, size]);
    for (const { bytes } of others) expect(bytes).toBeLessThanOrEqual(70_000);
    sent.destroy();
    while (world.rooms.size > 0) await sleep(10);
  });
});
