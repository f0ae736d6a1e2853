import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LargeFiles } from './large-files.js';

// After the clock had been set back each upload removed those of all others in the repository.
describe('a large file that comes', () => {
  let root: string;
  beforeEach(async () => (root = await mkdtemp(join(tmpdir(), 'late-clock-'))));
  afterEach(() => rm(root, { recursive: true }));

  const bytes = Buffer.from('large');
  const oid = createHash('sha256').update(bytes).digest('hex');
  const receive = (body: AsyncIterable<Buffer>) =>
    new LargeFiles().receive(root, { oid, size: bytes.length }, body, () => Promise.resolve());

  it('is kept by those who come after it, however old the clock says that it is', async () => {
    const incoming = join(root, 'lfs/incoming');
    await receive(
      (async function* () {
        const [own] = await readdir(incoming);
        await utimes(join(incoming, own ?? ''), 1, 1);
        await receive(only(bytes));
        yield bytes;
      })(),
    );
    expect(await new LargeFiles().sizeOf(root, oid)).toBe(bytes.length);
    expect(await readdir(incoming)).toEqual([]);
  });
});

async function* only(body: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(body);
}
