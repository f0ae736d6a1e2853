import { linesWithin } from './lfs-batch.js';
import { LfsWorld } from './lfs-world.fixture.js';

const oid = (digit: number): string => String(digit).repeat(64);

// Who was over a limit was told so by the upload alone: git-lfs sent each object nine times, for half a minute.
describe('a batch of uploads', () => {
  let world: LfsWorld;
  beforeAll(async () => (world = await LfsWorld.start()));
  afterAll(() => world.stop());
  afterEach(() => expect(world.rooms.size).toBe(0));

  const objects = [1, 2].map((digit) => ({ oid: oid(digit), size: 10 * digit }));
  const batch = async (operation: string) => {
    const answer = await fetch(`${world.url}/core/info/lfs/objects/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/vnd.git-lfs+json' },
      body: JSON.stringify({ operation, objects }),
    });
    return ((await answer.json()) as { objects: object[] }).objects;
  };

  it('says at once that there is no room under a limit', async () => {
    await world.repository('core');
    expect(await batch('upload')).toMatchObject([{ actions: { upload: {} } }, { actions: { upload: {} } }]);
    const refused = 'the storage limit of the project is reached (5 bytes)';
    world.roomAnswer = { refused };
    const error = { code: 507, message: refused };
    expect(await batch('upload')).toEqual(objects.map((each) => ({ ...each, error })));
    const before = world.roomsAsked.length;
    expect(await batch('download')).toMatchObject([{ error: { code: 404 } }, { error: { code: 404 } }]);
    expect(world.roomsAsked).toHaveLength(before);
  });

  it('asks once for all that would come, and refuses nothing that is there', async () => {
    const upload = (size: number) => ({ size, actions: { upload: { href: '/' }, verify: { href: '/' } } });
    const there = { size: 1_000 };
    const lines = [upload(6), there, upload(7)];
    const asked: number[] = [];
    const within = (most: number) =>
      linesWithin(lines, (bytes) => {
        asked.push(bytes);
        return Promise.resolve(bytes > most ? 'full' : undefined);
      });
    expect(await within(13)).toBe(lines);
    const error = { code: 507, message: 'full' };
    expect(await within(12)).toEqual([{ size: 6, error }, there, { size: 7, error }]);
    expect(asked).toEqual([13, 13]);
    expect(await linesWithin([there], () => Promise.reject(new Error('asked')))).toEqual([there]);
  });
});
