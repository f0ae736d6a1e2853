import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokenDisk, WatchedDisk } from '@holdfast/vcs-spi/conformance';
import { sealedSecretsOf } from './key-file.js';

describe('the file with the keys for passwords', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'hf-keys-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('is made once, for this user only, however many begin at once', async () => {
    const path = join(directory, 'below', 'keys');
    const all = await Promise.all(Array.from({ length: 5 }, () => sealedSecretsOf(path)));
    expect(all.map((each) => each.open(all[0].seal('a', 'b'), 'b'))).toEqual(Array(5).fill('a'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(directory, 'below'))).toEqual(['keys']);
  });

  // What was sealed by a key of which a loss of power left nothing, nobody could open any more.
  it('is on the disk, with its name, before anything is sealed by it', async () => {
    const disk = await WatchedDisk.of(directory);
    try {
      await sealedSecretsOf(join(directory, 'below', 'keys'));
      expect(disk.brought).toEqual([
        'sync .',
        expect.stringMatching(/^sync below\/keys\.[0-9a-f]+$/),
        'sync below',
      ]);
      for (const at of [/others\./, /below$/]) {
        disk.before = (what) => at.test(what) && brokenDisk();
        await expect(sealedSecretsOf(join(directory, 'below', 'others'))).rejects.toThrow('EIO');
      }
    } finally {
      disk.end();
    }
  });

  it('may hold an older key behind the new one', async () => {
    const path = join(directory, 'keys');
    const [old, fresh] = ['ab', 'cd'].map((each) => each.repeat(32));
    await writeFile(path, `${old}\n`);
    const sealed = (await sealedSecretsOf(path)).seal('a', 'b');
    await writeFile(path, `${fresh}\n${old}\n`);
    expect((await sealedSecretsOf(path)).open(sealed, 'b')).toBe('a');
    await writeFile(path, `${fresh}\n`);
    expect((await sealedSecretsOf(path)).open(sealed, 'b')).toBeUndefined();
  });

  it.each(['', 'key', `${'a'.repeat(63)}\n`])('is refused with %j in it', async (text) => {
    const path = join(directory, 'keys');
    await writeFile(path, text);
    await expect(sealedSecretsOf(path)).rejects.toThrow('hex digits');
  });
});
