import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WritingThreads } from './writing-threads.js';

describe('threads that write', () => {
  let directory: string;
  let file: FileHandle;
  let threads: WritingThreads;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'threads-'));
    file = await open(join(directory, 'body'), 'wx+');
    threads = new WritingThreads(2);
  });
  afterEach(async () => {
    await threads.close();
    await file.close();
    await rm(directory, { recursive: true });
  });

  const part = (upload: number, last = true, size = 1_000) => {
    const bytes = new SharedArrayBuffer(size);
    new Uint8Array(bytes).set(randomBytes(size));
    return { upload, fd: file.fd, bytes, start: 0, length: size, position: 0, last };
  };

  it('are as many as have something to do, and no more than there may be', async () => {
    const first = threads.take();
    expect([threads.take(), first.busy]).toEqual([first, 0]);
    const one = first.store(part(1));
    expect(first.busy).toBe(1);
    const second = threads.take();
    expect(second === first).toBe(false);
    const others = [second.store(part(2)), second.store(part(3))];
    expect(threads.take() === first).toBe(true);
    const more = [first.store(part(4)), first.store(part(5))];
    expect(threads.take() === second).toBe(true);
    const same = second.store(part(6));
    expect(threads.take() === first).toBe(true);
    await Promise.all([one, same, ...others, ...more]);
    expect([first.busy, second.busy, threads.take() === first]).toEqual([0, 0, true]);
  });

  it('forget the parts of an upload that does not go on', async () => {
    const thread = threads.take();
    expect(await thread.store(part(1, false))).toEqual({});
    thread.forget(1);
    const whole = part(1);
    const { digests } = await thread.store(whole);
    expect(digests).toEqual((await thread.store({ ...whole, upload: 2 })).digests);
    expect((await readFile(join(directory, 'body'))).equals(Buffer.from(whole.bytes))).toBe(true);
  });

  it('hash what comes at once together, and answer each upload for itself', async () => {
    const thread = threads.take();
    // More than are hashed at once, with two parts each, of which those of one cannot be written.
    const uploads = [1, 2, 3, 4, 5, 6].map((upload) => ({
      upload,
      parts: [part(upload, false, 640 + upload), part(upload, true, 100 * upload)],
    }));
    const digests = await Promise.all(
      uploads.map(async ({ upload, parts }) => {
        const fd = upload === 2 ? { fd: 1_000_000 } : {};
        const stored = parts.map((each) => thread.store({ ...each, ...fd }));
        const answers = await Promise.allSettled(stored);
        return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.digests : 'failed'));
      }),
    );
    const expected = uploads.map(({ upload, parts }) => {
      if (upload === 2) return ['failed', 'failed'];
      const of = (algorithm: string): string =>
        parts
          .reduce((hash, { bytes }) => hash.update(new Uint8Array(bytes)), createHash(algorithm))
          .digest('hex');
      return [undefined, { md5: of('md5'), sha1: of('sha1'), sha256: of('sha256'), sha512: of('sha512') }];
    });
    expect(digests).toEqual(expected);
    expect(thread.busy).toBe(0);
  });

  it('say what the system said, and go on', async () => {
    const thread = threads.take();
    await expect(thread.store({ ...part(1), fd: 1_000_000 })).rejects.toMatchObject({ code: 'EBADF' });
    expect((await thread.store(part(2))).digests?.md5).toHaveLength(32);
  });

  it('end with what they had to do, and others take their place', async () => {
    const thread = threads.take();
    await thread.store(part(1));
    const lost = thread.store(part(2, true, 4 << 20)).catch((error: Error) => error.message);
    await threads.close();
    expect(await lost).toBe('a writing thread has ended');
    await expect(thread.store(part(3))).rejects.toThrow('a writing thread has ended');
    thread.forget(3);
    const next = threads.take();
    expect(next === thread).toBe(false);
    expect((await next.store(part(4))).digests?.md5).toHaveLength(32);
  });
});
