import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { idOf, LfsWorld } from './lfs-world.fixture.js';

// An upload was kept by a right that had been looked at up to a second before, and was gone when its last bytes came.
describe('a large file of which the bytes take a part of a second', () => {
  let world: LfsWorld;
  beforeAll(async () => (world = await LfsWorld.start({ trusted: 1_000 })));
  afterAll(() => world.stop());

  it.each([
    ['lost', 404, 0],
    ['kept', 200, 1],
  ])('is judged by the right of then, which was %s', async (what, status, files) => {
    const name = await world.repository(what);
    const content = `bytes of a file that is ${what}`;
    const path = `/${name}/info/lfs/objects/${idOf(content)}/${content.length}`;
    const headers = { 'content-type': 'application/octet-stream', 'content-length': content.length };
    const answered = new Promise<number | undefined>((resolve, reject) => {
      const asked = request({ port: world.port, path, method: 'PUT', headers, agent: false });
      asked.once('response', (answer) => resolve(answer.resume().statusCode)).once('error', reject);
      asked.write(content.slice(0, 3));
      void sleep(500).then(() => {
        if (what === 'lost') world.refused.add('lfs-upload');
        asked.end(content.slice(3));
      });
    });
    expect(await answered).toBe(status);
    expect(await world.files(name)).toHaveLength(files);
    world.refused.clear();
  });
});
