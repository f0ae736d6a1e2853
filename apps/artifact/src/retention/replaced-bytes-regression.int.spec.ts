import { randomBytes } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ArtifactSuite, hash, snapshot } from '../testing/artifact-suite.js';

const suite = ArtifactSuite.start();
const { put, remove } = suite;

/** Usage falls when bytes are replaced or removed, but they left the disk after an hour: a loop filled it meanwhile. */
describe('bytes that are replaced or removed again and again', () => {
  const stored = (body: Buffer) =>
    suite.system.stored('blobs').then((all) => all.includes(hash('sha256', body).slice(2)));
  /** As if they had been stored a while ago. */
  const age = async (body: Buffer): Promise<void> => {
    const digest = hash('sha256', body);
    const path = join(suite.system.data, 'blobs', digest.slice(0, 2), digest.slice(2));
    const then = Date.now() / 1000 - 3_600;
    await utimes(path, then, then);
  };

  it('go when they are much of what is left', async () => {
    const [{ sweep, blobs }] = suite.system.replicas;
    const [first, second, third] = [1_000, 1_001, 1_002].map((length) => randomBytes(length));
    // The passes after a start.
    await sweep.look();
    await sweep.look();
    Object.assign(blobs, { free: () => Promise.resolve(2_000) });
    await put(snapshot, first);
    await put(snapshot, second);
    for (const body of [first, second]) await age(body);
    await sweep.look();
    expect([await stored(first), await stored(second)]).toEqual([false, true]);
    await remove(snapshot);
    await sweep.look();
    expect(await stored(second)).toBe(false);
    // Too young for that pass.
    await put(snapshot, third);
    await remove(snapshot);
    await sweep.look();
    expect(await stored(third)).toBe(true);
    await age(third);
    await sweep.look();
    expect(await stored(third)).toBe(false);
  });

  it('wait for their hour where they are little', async () => {
    const [{ sweep, blobs }] = suite.system.replicas;
    Object.assign(blobs, { free: () => Promise.resolve(1_000_000) });
    const body = randomBytes(1_003);
    // Nothing is left to be looked after.
    await sweep.look();
    await put(snapshot, body);
    await remove(snapshot);
    await age(body);
    await sweep.look();
    expect(await stored(body)).toBe(true);
  });
});
