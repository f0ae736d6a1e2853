import { performance } from 'node:perf_hooks';
import { ArtifactFiles, statusOf } from '../artifact-files.js';
import { ask } from '../clients/door.js';

/** The path of an upload has at most 4096 bytes, which are so many directories. */
const names = 2_000;
const uploads = 30;

/**
 * A developer made very many directories with few uploads, and asked again and again for a deletion of them that could
 * only be refused. Each looked through all of them for minutes, and what others deployed beside them was 503 meanwhile.
 */
describe('A deletion that is refused', () => {
  const files = ArtifactFiles.ofSuite('maven');

  const remove = (path: string, by = files.developer): Promise<number> =>
    statusOf(ask('DELETE', files.at(path), by));
  /** So many directories may take longer than a request on a busy machine. */
  const store = async (path: string): Promise<void> => {
    for (let attempt = 0; ; attempt += 1) {
      const status = await statusOf(files.put(path, 'x'));
      if (status === 201) return;
      if (attempt === 5) throw new Error(`an upload is ${status}`);
    }
  };
  /** Milliseconds until it is refused. */
  const refusal = async (path: string): Promise<number> => {
    const begun = performance.now();
    expect(await remove(path)).toBe(403);
    return performance.now() - begun;
  };

  it('takes as long for very many directories as for one', async () => {
    await store('com/small/l.jar');
    for (let number = 0; number < uploads; number += 1) {
      const version = number === 0 ? '1' : '1-SNAPSHOT';
      await store(`com/deep/x${number}/${'a/'.repeat(names)}${version}/l.jar`);
    }
    const took: { many: number[]; one: number[] } = { many: [], one: [] };
    // In turn, and the quickest of each: a machine may be busy with something else most of the time.
    for (let turn = 0; turn < 9; turn += 1) {
      took.many.push(await refusal('com/deep/'));
      took.one.push(await refusal('com/small/'));
    }
    expect(Math.min(...took.many)).toBeLessThan(5 * Math.min(...took.one));
  });

  it('becomes one that is done with the last released file', async () => {
    expect(await remove('com/deep/x0/', files.admin)).toBe(204);
    expect(await statusOf(files.put('com/acme/lib/1/lib-1.jar', 'theirs'))).toBe(201);
    expect(await remove('com/')).toBe(403);
    expect(await remove('com/deep/')).toBe(204);
    expect(await statusOf(ask('GET', files.at('com/deep/'), files.guest))).toBe(404);
    expect(await files.text('com/acme/lib/1/lib-1.jar')).toBe('theirs');
  });
});
