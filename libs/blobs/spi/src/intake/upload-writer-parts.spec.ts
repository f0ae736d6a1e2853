import { jest } from '@jest/globals';
import type { BlobDigests } from '../blob-store.js';
import { PartMemory, partBytes } from './part-memory.js';
import { UploadWriter } from './upload-writer.js';
import type { PartAnswer, UploadPart } from './writing-question.js';
import type { WritingThreads } from './writing-threads.js';

describe('the parts of an upload', () => {
  const digests = { md5: 'm' } as unknown as BlobDigests;
  const usual = ({ last }: UploadPart): Promise<PartAnswer> => Promise.resolve(last ? { digests } : {});

  /** An upload whose parts are stored by `store`. */
  const uploading = (store: (part: UploadPart) => Promise<PartAnswer> = usual, limit = Infinity) => {
    const thread = { store: jest.fn(store), forget: jest.fn() };
    const threads = { take: jest.fn(() => thread) };
    const memory = new PartMemory(10);
    const give = jest.spyOn(memory, 'give');
    const whole = jest.fn<(bytes: Uint8Array) => Promise<void>>(() => Promise.resolve());
    const written = jest.fn();
    const sink = { place: (position: number) => ({ fd: 7, position }), whole, written };
    const upload = new UploadWriter(sink, threads as unknown as WritingThreads, memory, limit);
    return { upload, thread, threads, give, whole, written };
  };

  it('are none of 64 KiB, which are written at once', async () => {
    const small = uploading();
    await small.upload.write(new Uint8Array(65_536));
    await small.upload.finish();
    expect([small.whole.mock.calls[0][0].length, small.threads.take.mock.calls.length]).toEqual([65_536, 0]);
    const large = uploading();
    await large.upload.write(new Uint8Array(65_537));
    expect(await large.upload.finish()).toBe(digests);
    expect([large.whole.mock.calls.length, large.thread.store.mock.calls.length]).toEqual([0, 1]);
  });

  it('are on their way two at a time, by one thread, the last one marked', async () => {
    let [now, most] = [0, 0];
    const { upload, thread, threads, written } = uploading(async (part) => {
      now += 1;
      most = Math.max(most, now);
      for (let times = 0; times < 20; times += 1) await new Promise(setImmediate);
      now -= 1;
      return usual(part);
    });
    await upload.write(new Uint8Array(5 * partBytes + 3));
    expect(await upload.finish()).toBe(digests);
    expect([most, threads.take.mock.calls.length]).toEqual([2, 1]);
    const parts = thread.store.mock.calls.map(([{ position, length, last }]) => [position, length, last]);
    expect(parts).toEqual([
      ...[0, 1, 2, 3, 4].map((at) => [at * partBytes, partBytes, false]),
      [5 * partBytes, 3, true],
    ]);
    expect(written.mock.calls).toEqual(parts.map(([position, length]) => [position, length]));
    await upload.end();
    expect(thread.forget).not.toHaveBeenCalled();
  });

  it('are as large together as the limit, and no larger', async () => {
    const { upload } = uploading(usual, 10);
    await upload.write(new Uint8Array(10));
    await expect(upload.write(new Uint8Array(1))).rejects.toMatchObject({ limit: 10 });
  });

  it('must have digests at the end', async () => {
    const { upload } = uploading(() => Promise.resolve({}));
    await upload.write(new Uint8Array(partBytes));
    await expect(upload.finish()).rejects.toThrow('the thread gave no digests');
  });

  it('that are under way are waited for at the end, and the thread forgets the others', async () => {
    let stored: () => void = () => undefined;
    const { upload, thread, give } = uploading(() => new Promise((resolve) => (stored = () => resolve({}))));
    await upload.write(new Uint8Array(partBytes + 1));
    const ended = jest.fn();
    const end = upload.end().then(ended);
    for (let times = 0; times < 20; times += 1) await new Promise(setImmediate);
    expect([ended.mock.calls.length, thread.forget.mock.calls.length]).toEqual([0, 0]);
    stored();
    await end;
    expect(thread.forget.mock.calls).toEqual([[thread.store.mock.calls[0][0].upload]]);
    expect(give).toHaveBeenCalledTimes(2);
    await upload.end();
    expect(give).toHaveBeenCalledTimes(2);
  });

  it('that never came take no memory', async () => {
    const { upload, give, thread } = uploading();
    await upload.end();
    expect([give.mock.calls.length, thread.forget.mock.calls.length]).toEqual([0, 0]);
  });
});
