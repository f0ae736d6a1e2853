import { performance } from 'node:perf_hooks';
import { ArtifactFiles, statusOf } from '../artifact-files.js';
import { ask } from '../clients/door.js';

/** The path of an upload has at most 4096 bytes, which are so many directories. */
const names = 2_000;
const uploads = 40;

/**
 * A developer made very many directories with few uploads, and asked again and again for a deletion of them that could
 * only be refused. Each looked through all of them for minutes, and what others deployed beside them was 503 meanwhile.
 */
describe('A deletion that is refused', () => {
  const files = ArtifactFiles.ofSuite('maven');

  /** How long each took, in milliseconds, the median last. */
  const medianOf = async (times: number, work: (number: number) => Promise<void>): Promise<number> => {
    const took: number[] = [];
    for (let number = 0; number < times; number += 1) {
      const begun = performance.now();
      await work(number);
      took.push(performance.now() - begun);
    }
    return took.toSorted((one, other) => one - other)[Math.floor(times / 2)];
  };
  const remove = (path: string, by = files.developer): Promise<number> =>
    statusOf(ask('DELETE', files.at(path), by));

  it('takes no longer for all the directories than the upload that made some of them', async () => {
    const upload = await medianOf(uploads, async (number) => {
      const version = number === 0 ? '1' : '1-SNAPSHOT';
      const path = `com/deep/x${String(number).padStart(2, '0')}/${'a/'.repeat(names)}${version}/l.jar`;
      expect(await statusOf(files.put(path, 'x'))).toBe(201);
    });
    const refused = await medianOf(5, async () => {
      expect(await remove('com/deep/')).toBe(403);
    });
    expect(refused).toBeLessThan(upload);
  });

  it('becomes one that is done with the last released file', async () => {
    expect(await remove('com/deep/x00/', files.admin)).toBe(204);
    expect(await statusOf(files.put('com/acme/lib/1/lib-1.jar', 'theirs'))).toBe(201);
    expect(await remove('com/')).toBe(403);
    expect(await remove('com/deep/')).toBe(204);
    expect(await statusOf(ask('GET', files.at('com/deep/'), files.guest))).toBe(404);
    expect(await files.text('com/acme/lib/1/lib-1.jar')).toBe('theirs');
  });
});
