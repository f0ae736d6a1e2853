import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { MultipartUpload } from './multipart-upload.js';
import { sizeOfPart } from './part-sizes.js';
import { SendPlaces } from './send-places.js';
import { SpooledUpload } from './spooled-upload.js';

// An upload that the bucket did not begin, while its part waited behind those of others, was logged as a fault that
// nobody had caught, each of them: that it fails was looked at when the part had its place.
describe('an upload that cannot begin', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'spooled-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('has its failure handled before its part has a place, and tells it', async () => {
    const places = new SendPlaces(1);
    let free = (): void => undefined;
    const others = places.during(() => new Promise<void>((done) => (free = done)));
    let refuse: (error: Error) => void = () => undefined;
    const beginning = new Promise<MultipartUpload>((_done, failed) => (refuse = failed));
    const handled = jest.spyOn(beginning, 'then');
    const upload = new SpooledUpload(join(directory, 'upload'), () => beginning, places);
    await upload.place(0);
    upload.written(0, sizeOfPart(0));
    await upload.place(sizeOfPart(0));
    const handlers = handled.mock.calls.filter(([, failed]) => failed !== undefined && failed !== null);
    expect(handlers).toHaveLength(1);
    refuse(new Error('the bucket is away'));
    free();
    await others;
    await expect(upload.complete()).rejects.toThrow('the bucket is away');
    await upload.abort();
  });
});
