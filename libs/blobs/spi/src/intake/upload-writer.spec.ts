import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PartMemory, partBytes } from './part-memory.js';
import type { PartSink } from './part-sink.js';
import { UploadWriter } from './upload-writer.js';
import { WritingThreads } from './writing-threads.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of objects that somebody still holds. */
const heapInUse = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

describe('the writer of an upload', () => {
  let directory: string;
  let path: string;
  let file: FileHandle;
  const memory = new PartMemory(2);
  const threads = new WritingThreads(1);

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'writer-'));
    path = join(directory, 'body');
    file = await open(path, 'wx');
  });
  afterEach(async () => {
    await file.close();
    await rm(directory, { recursive: true });
  });
  afterAll(() => threads.close());

  const sinkOf = (to: FileHandle): PartSink => ({
    place: (position) => ({ fd: to.fd, position }),
    whole: async (bytes) => void (await to.write(bytes)),
  });
  const writer = (to = file, limit = Infinity): UploadWriter =>
    new UploadWriter(sinkOf(to), threads, memory, limit);

  it.each([0, 1, 64 * 1024, 64 * 1024 + 1, partBytes, 3 * partBytes, 3 * partBytes + 7])(
    'stores and hashes %d bytes, in whatever pieces they come',
    async (size) => {
      const body = randomBytes(size);
      const upload = writer();
      for (let at = 0, length = 1; at < size; at += length, length = length * 3 + 1)
        await upload.write(body.subarray(at, at + length));
      const digests = await upload.finish();
      expect((await readFile(path)).equals(body)).toBe(true);
      for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512'] as const)
        expect(digests[algorithm]).toBe(createHash(algorithm).update(body).digest('hex'));
    },
  );

  it('lays what comes behind the first piece as it lies in its own buffer, to be copied by words', async () => {
    for (const length of [1, 8, 1_003]) {
      const begins: number[] = [];
      const whole = (bytes: Uint8Array): Promise<void> => Promise.resolve(void begins.push(bytes.byteOffset));
      const upload = new UploadWriter({ ...sinkOf(file), whole }, threads, memory, Infinity);
      for (const piece of [randomBytes(length), randomBytes(16)]) await upload.write(piece);
      await upload.finish();
      await upload.end();
      expect(begins.map((begin) => (begin + length) % 8)).toEqual([0]);
    }
  });

  it('keeps no object for each piece of a body that comes byte by byte', async () => {
    const body = randomBytes(partBytes + 100);
    const upload = writer();
    const before = heapInUse();
    for (let at = 0; at < partBytes - 1; at += 1) await upload.write(body.subarray(at, at + 1));
    expect(heapInUse() - before).toBeLessThan(4 << 20);
    await upload.write(body.subarray(partBytes - 1));
    expect((await upload.finish()).sha256).toBe(createHash('sha256').update(body).digest('hex'));
  });

  it('takes no memory of others while its client is slow', async () => {
    const slow = [writer(), writer(), writer()];
    for (const upload of slow) await upload.write(randomBytes(partBytes - 1));
    const body = randomBytes(2 * partBytes);
    const quick = writer();
    await quick.write(body);
    expect((await quick.finish()).sha256).toBe(createHash('sha256').update(body).digest('hex'));
    for (const upload of slow) await upload.end();
  });

  it('says why the file could not be written, and gives its memory back', async () => {
    const readOnly = await open(path, 'r');
    for (let times = 0; times < 3; times += 1) {
      const upload = writer(readOnly);
      const done = upload.write(randomBytes(4 * partBytes)).then(() => upload.finish());
      await expect(done).rejects.toMatchObject({ code: 'EBADF' });
      await upload.end();
    }
    await readOnly.close();
    const upload = writer();
    await upload.write(randomBytes(partBytes * 2));
    expect((await upload.finish()).md5).toHaveLength(32);
  });

  it('refuses more bytes than the limit', async () => {
    const upload = writer(file, 10);
    await expect(upload.write(randomBytes(11))).rejects.toMatchObject({ limit: 10 });
    await upload.end();
  });
});
