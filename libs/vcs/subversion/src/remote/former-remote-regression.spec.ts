import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IncomingRepository } from './incoming-repository.js';

// A mirror whose address was changed while it loaded went on with the revisions of the former one, and published them.
describe('what an import has loaded that was cut off', () => {
  let root: string;
  let incoming: IncomingRepository;
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, text);
  };
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'former-'));
    await write(join(root, 'format'), '5\n');
    await write(join(root, 'db/format'), '8\nlayout sharded 1000\n');
    await write(join(root, 'db/current'), '0\n');
    await write(join(root, 'db/revs/0/0'), 'nothing');
    incoming = new IncomingRepository(root);
    await incoming.prepare(0, 'one');
    await write(join(root, 'incoming/db/current'), '2\n');
    for (const name of ['revs/0/1', 'revprops/0/0', 'revprops/0/1', 'revs/0/2', 'revprops/0/2'])
      await write(join(root, 'incoming/db', name), 'came');
  });
  afterEach(() => rm(root, { recursive: true }));

  it('is gone on with where it comes from the same place, but for the newest revision', async () => {
    await incoming.prepare(0, 'one');
    expect(await incoming.youngest()).toBe(1);
  });

  it('loses no more where nothing has come since', async () => {
    for (let left = 3; left > 0; left -= 1) await incoming.prepare(0, 'one');
    expect(await incoming.youngest()).toBe(1);
  });

  it('loses nothing of what was here before', async () => {
    await incoming.prepare(2, 'one');
    await write(join(root, 'incoming/db/current'), '2\n');
    await incoming.prepare(2, 'one');
    expect(await incoming.youngest()).toBe(2);
  });

  it('is left where it comes from another', async () => {
    await incoming.prepare(0, 'other');
    expect(await incoming.youngest()).toBe(0);
    await expect(readFile(join(root, 'incoming/db/revs/0/1'))).rejects.toThrow('ENOENT');
  });

  it('is not written to the disk to its end where nobody wants it any more', async () => {
    let looks = 0;
    const look = (): void => {
      looks += 1;
      if (looks === 3) throw new Error('stopped');
    };
    await expect(incoming.settle(0, look)).rejects.toThrow('stopped');
    await expect(incoming.prepare(1, 'one', look)).resolves.toBeUndefined();
    expect(looks).toBeGreaterThan(3);
  });
});
