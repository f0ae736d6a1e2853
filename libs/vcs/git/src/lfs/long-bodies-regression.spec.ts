import { jest } from '@jest/globals';
import { loopShare } from '@holdfast/kernel';
import { LfsWorld } from './lfs-world.fixture.js';

// Who may read sent bodies of 1 MiB that were levels and nothing else, 32 at once. They were parsed one after the other
// in one turn of the event loop, for seconds, in which nobody's clone or push went on.
describe('the bodies of Git LFS', () => {
  let world: LfsWorld;
  beforeAll(async () => {
    world = await LfsWorld.start();
    await world.repository('code');
  });
  afterAll(() => world.stop());
  afterEach(() => jest.restoreAllMocks());

  const post = async (body: string): Promise<number> => {
    const headers = { 'content-type': 'application/vnd.git-lfs+json' };
    const answer = await fetch(`${world.url}/code/info/lfs/objects/batch`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    return answer.status;
  };
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

  it.each([
    ['many levels', nested(100_000), 422],
    ['levels inside of what is asked', `{"operation":"download","objects":${nested(16)}}`, 422],
    ['many names', `{${Array.from({ length: 16_385 }, (_, at) => `"${at.toString(36)}":0`).join(',')}}`, 422],
    ['many bytes', JSON.stringify({ operation: 'download', objects: [], x: 'x'.repeat(256 << 10) }), 413],
  ])('are not parsed where they have %s', async (_, body, status) => {
    const parse = jest.spyOn(JSON, 'parse');
    expect(await post(body)).toBe(status);
    expect(parse.mock.calls.filter(([text]) => text === body)).toEqual([]);
  });

  it('are parsed by turns where the event loop has no time left', async () => {
    const body = JSON.stringify({ operation: 'download', objects: [] });
    jest.spyOn(loopShare, 'isOver', 'get').mockReturnValue(true);
    const order: string[] = [];
    const pass = loopShare.pass.bind(loopShare);
    jest.spyOn(loopShare, 'pass').mockImplementation(async () => {
      await pass();
      order.push('turn');
    });
    const { parse } = JSON;
    jest.spyOn(JSON, 'parse').mockImplementation((text) => {
      if (text === body) order.push('parsed');
      return parse(text) as unknown;
    });
    expect(await Promise.all(Array.from({ length: 8 }, () => post(body)))).toEqual(Array(8).fill(200));
    expect(order).toEqual(Array(8).fill(['turn', 'parsed']).flat());
  });
});
