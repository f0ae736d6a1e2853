import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryTarget } from '../memory-target.fixture.js';
import { DirectoryTarget } from '../target/directory-target.js';
import { alone, unlock } from '../target/target-lock.js';
import { ContentWriter, LineWriter, PieceWriter } from './content-writer.js';
import { newKey, Unreadable, VaultKey } from './vault-key.js';
import { chunkBytes, Vault, type Piece } from './vault.js';

describe('a vault', () => {
  let directory: string;
  let key: VaultKey;
  const makeKey = async (name: string, text = newKey()): Promise<VaultKey> => {
    await writeFile(join(directory, name), text);
    return VaultKey.read(join(directory, name));
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'vault-'));
    key = await makeKey('key');
  });
  afterAll(() => rm(directory, { recursive: true }));

  const whole = async (vault: Vault, piece: Piece): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for await (const part of vault.read(piece)) parts.push(part);
    return Buffer.concat(parts);
  };
  const stored = async (vault: Vault, bytes: Buffer): Promise<Piece> => {
    const writer = new PieceWriter(vault);
    for (let at = 0; at < bytes.length; at += 100_003) await writer.write(bytes.subarray(at, at + 100_003));
    return writer.end();
  };
  async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
    yield await Promise.resolve(bytes);
  }

  it.each([0, 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes + 7])('gives %d bytes back', async (size) => {
    const bytes = randomBytes(size);
    const target = new MemoryTarget();
    const piece = await stored(new Vault(target, key), bytes);
    expect(piece.chunks).toHaveLength(Math.ceil(size / chunkBytes));
    expect((await whole(new Vault(target, key), piece)).equals(bytes)).toBe(true);
  });

  it('stores what is equal once, and small contents together', async () => {
    const target = new MemoryTarget();
    const vault = new Vault(target, key);
    const bytes = randomBytes(2 * chunkBytes);
    await stored(vault, bytes);
    await stored(vault, bytes);
    expect(target.objects.size).toBe(2);
    const content = new ContentWriter(vault);
    const small = [randomBytes(10), Buffer.alloc(0), randomBytes(300)];
    const pieces: Piece[] = [];
    for (const each of small) pieces.push(await content.add(each.length, once(each)));
    await content.flush();
    expect(target.objects.size).toBe(3);
    for (const [index, piece] of pieces.entries())
      expect((await whole(vault, piece)).equals(small[index])).toBe(true);
  });

  it('shows nothing of what it has, and makes what can be smaller smaller', async () => {
    const target = new MemoryTarget();
    const text = Buffer.from('a secret text '.repeat(10_000));
    await stored(new Vault(target, key), text);
    const [[name, sealed]] = target.objects;
    expect(sealed.length).toBeLessThan(text.length / 10);
    expect(sealed.includes('secret')).toBe(false);
    const other = new MemoryTarget();
    await stored(new Vault(other, await makeKey('other')), text);
    expect([...other.objects.keys()]).not.toContain(name);
  });

  it('notices every change, another place, what is missing, and another key', async () => {
    const target = new MemoryTarget();
    const piece = await stored(new Vault(target, key), randomBytes(chunkBytes + 5));
    const [[first, sealed], [second, other]] = target.objects;
    for (const at of [0, 1, 5, 100, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] ^= 1;
      target.objects.set(first, changed);
      await expect(whole(new Vault(target, key), piece)).rejects.toThrow(Unreadable);
    }
    target.objects.set(first, other);
    await expect(whole(new Vault(target, key), piece)).rejects.toThrow(Unreadable);
    target.objects.set(first, sealed).delete(second);
    await expect(whole(new Vault(target, key), piece)).rejects.toThrow('is missing');
    target.objects.set(second, other);
    await expect(whole(new Vault(target, await makeKey('third')), piece)).rejects.toThrow(Unreadable);
    await expect(whole(new Vault(target, key), { ...piece, size: piece.size + 1 })).rejects.toThrow(
      Unreadable,
    );
    await makeKey('broken', 'no key').then(
      () => expect('it was read').toBe('refused'),
      (error: Error) => expect(error.message).toContain('holds no key'),
    );
  });

  it('keeps lists whose characters lie on both sides of a border', async () => {
    const vault = new Vault(new MemoryTarget(), key);
    const list = new LineWriter(vault);
    const entries = Array.from({ length: 3_000 }, (_, index) => ({ path: `${index} ${'ü€'.repeat(700)}` }));
    for (const entry of entries) await list.add(entry);
    const piece = await list.end();
    expect(piece.chunks.length).toBeGreaterThan(1);
    let index = 0;
    for await (const line of vault.lines(piece)) expect(JSON.parse(line)).toEqual(entries[index++]);
    expect(index).toBe(entries.length);
  });

  it('lies in a directory as well, where one at a time is at work', async () => {
    const target = await DirectoryTarget.open(join(directory, 'a/b'));
    const vault = new Vault(target, key);
    const bytes = randomBytes(1_000);
    const piece = await stored(vault, bytes);
    await stored(vault, bytes);
    await vault.putManifest('one', { piece });
    expect(await vault.ids()).toEqual(['one']);
    expect(await vault.getManifest('one')).toEqual({ piece });
    expect(await vault.getManifest('two')).toBeUndefined();
    const names: string[] = [];
    for await (const name of vault.chunks()) names.push(name);
    expect(names).toEqual(piece.chunks);
    const work = alone(target, async () => {
      // This process holds it; one that lives holds it as well as another machine does.
      const held = JSON.parse((await target.get('lock'))?.toString() ?? '') as {
        pid: number;
        start?: string;
      };
      await target.remove('lock');
      await target.put(
        'lock',
        Buffer.from(JSON.stringify({ ...held, token: 'of another', pid: process.ppid, start: undefined })),
      );
      await expect(alone(target, () => Promise.resolve())).rejects.toThrow('another command is at work');
      await target.remove('lock');
      await target.put('lock', Buffer.from(JSON.stringify({ ...held, token: 'dead', pid: 2 ** 22 + 1 })));
      return alone(target, () => Promise.resolve('done'));
    });
    expect(await work).toBe('done');
    await unlock(target);
    await vault.removeChunk(names[0]);
    expect(
      (await readdir(join(directory, 'a/b'), { recursive: true })).filter((name) => name.includes('new')),
    ).toEqual([]);
    expect(await target.get('lock')).toBeUndefined();
  });

  it('is confined to its place: names and links that somebody else has made there lead nowhere', async () => {
    const parent = join(directory, 'confined');
    const root = join(parent, 'place');
    const target = await DirectoryTarget.open(root);
    const vault = new Vault(target, key);
    const piece = await stored(vault, randomBytes(100));
    const [own] = piece.chunks;
    const precious = [join(parent, 'important/sub'), join(parent, 'far/important2')];
    for (const each of [
      ...precious,
      join(root, 'objects/xxx../important/sub'),
      join(root, 'objects/xxximportant2'),
    ])
      await mkdir(each, { recursive: true });
    await mkdir(join(root, 'backups'));
    const planted = [
      join(root, 'objects/xxx../important/sub/data'),
      join(root, 'objects/xxximportant2/data'),
      join(root, 'backups/...x'),
    ];
    for (const file of [...precious.map((each) => join(each, 'data')), ...planted])
      await writeFile(file, 'x');
    await symlink(join(parent, 'far'), join(root, 'objects/im'));
    const found: string[] = [];
    for await (const name of vault.chunks()) found.push(name);
    expect(found).toEqual([own]);
    expect(await vault.ids()).toEqual([]);
    for (const name of ['../important/sub/data', 'important2/data', `im${'a'.repeat(62)}`])
      await expect(vault.removeChunk(name)).rejects.toThrow('in the place of the backups');
    await expect(target.put('objects/im/data', Buffer.from('x'))).rejects.toThrow('is no directory');
    await symlink('/dev/zero', join(root, 'lock'));
    expect(await target.get('lock')).toBeUndefined();
    await expect(target.put('lock', Buffer.from('x'))).rejects.toThrow('is no file');
    for (const each of precious) expect(await readdir(each)).toEqual(['data']);
    await vault.removeChunk(own);
    expect(await readdir(join(root, 'objects', own.slice(0, 2)))).toEqual([]);
  });
});
