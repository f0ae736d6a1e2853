import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openArtifactBlobs, openArtifactReader, openNewArtifacts } from '../blob-stores.js';

describe('the artifacts of an installation with two stores', () => {
  it('are read from both, and restored into the first', async () => {
    const data = await mkdtemp(join(tmpdir(), 'two-stores-'));
    const places = { data, url: 's3://jars?endpoint=http://127.0.0.1:9' };
    const disk = await openArtifactBlobs({ data });
    await (await disk.stage(Readable.from([Buffer.from('jar')]))).publish();
    const digest = createHash('sha256').update('jar').digest('hex');
    const all = await openArtifactBlobs({ data, other: places.url });
    expect(await all.has(digest)).toBe(true);
    await all.close();
    const reader = await openArtifactReader({ data, other: places.url });
    expect(await reader.has(digest)).toBe(true);
    await reader.close();
    const paired = await openArtifactBlobs({ ...places, other: 'disk' });
    expect(paired.removalLingers).toBeGreaterThan(0);
    await paired.close();
    const into = await openNewArtifacts({ ...places, other: 'disk' });
    expect([into.owner.constructor.name, into.locate(digest)]).toEqual(['OwnerObject', undefined]);
    await into.close();
    await disk.close();
    await rm(data, { recursive: true });
  });
});
