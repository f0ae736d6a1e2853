import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ArtifactSystem } from '../testing/artifact-system.js';

const mebibyte = 1024 * 1024;
const versions = 600;
/** Five bytes of XML stand for each `&`. */
const name = (number: number): string => `${number}-${'&'.repeat(245)}`;
const directory = '/g/a';
const index = `${directory}/maven-metadata.xml`;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes beside the heap, without those that nobody holds any more. */
const buffers = (): number => {
  collect();
  return process.memoryUsage().arrayBuffers;
};

// Each request for a large index had a copy of its own, until somebody asked for the next one: who asked and left,
// eight times at once, had two gigabytes in the service for ever.
describe('large indexes and listings that are asked for and not taken', () => {
  let system: ArtifactSystem;
  beforeAll(async () => {
    system = await ArtifactSystem.start();
  });
  afterAll(() => system.stop());

  it('are in memory once, however many ask', async () => {
    const on = { repository: system.repository() };
    const put = (number: number) => {
      const version = encodeURIComponent(name(number));
      return system.put(`${directory}/${version}/a-${version}`, 'x', on);
    };
    for (let at = 0; at < versions; at += 20)
      await Promise.all(Array.from({ length: 20 }, (_, each) => put(at + each)));
    const { length } = (await system.get(index, on)).body;
    expect(length).toBeGreaterThan(versions * 1200);
    for (const path of [index, `${directory}/`]) {
      const before = buffers();
      for (let count = 0; count < 60; count += 1)
        expect((await system.decide('GET', path, on)).is).toBe('download');
      // What nobody holds is given back beside the program.
      for (let left = 100; left > 0 && buffers() - before >= 8 * mebibyte; left -= 1) await wait(20);
      expect(buffers() - before).toBeLessThan(8 * mebibyte);
      const part = await system.get(path, { ...on, headers: { range: `bytes=10-${length - 200_000}` } });
      expect([part.status, part.body.length]).toEqual([206, length - 200_009]);
    }
  }, 60_000);
});
