import { createHash } from 'node:crypto';
import { access, mkdir, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { StagedBlob } from '@holdfast/blob-spi';
import { NotBelow } from '@holdfast/kernel';
import { FilesystemBlobStore } from './filesystem-blob-store.js';

const password = 'the password of the database';
const stranger = `${'0'.repeat(16)}.1.1.00000000`;

/**
 * Somebody else may write to the directory of the store, and wants what the process of the store can read or remove.
 */
describe('a link in the directory of the blob store', () => {
  let root: string;
  let outside: string;
  let store: FilesystemBlobStore;
  beforeEach(async () => {
    outside = await mkdtemp(join(tmpdir(), 'blobs-'));
    root = join(outside, 'store');
    store = await FilesystemBlobStore.open(root);
    await mkdir(join(outside, 'private'));
    await writeFile(join(outside, 'private', 'a'), password);
  });
  afterEach(async () => {
    await store.close();
    await rm(outside, { recursive: true });
  });

  const digest = createHash('sha256').update(password).digest('hex');
  const digests = { md5: '', sha1: '', sha256: digest, sha512: '' };
  const staged = (): Promise<StagedBlob> => store.stage(Readable.from([Buffer.from(password)]));
  const readAll = async (): Promise<string> => {
    const chunks: Buffer[] = [];
    for await (const chunk of await store.open(digest, { offset: 0, length: password.length }))
      chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  };
  const swapped = async (path: string, target: string): Promise<void> => {
    await rename(path, join(outside, 'swapped'));
    await symlink(target, path);
  };
  const secretIsThere = (name = 'a'): Promise<void> => access(join(outside, 'private', name));

  it('is no blob', async () => {
    await (await staged()).publish();
    expect(await readAll()).toBe(password);
    await swapped(store.locate(digest), join(outside, 'private', 'a'));
    await expect(store.read(digest, password.length)).rejects.toThrow(NotBelow);
    await expect(readAll()).rejects.toThrow(NotBelow);
    expect(await store.has(digest)).toBe(false);
    await (await staged()).publish();
    expect(await store.has(digest)).toBe(true);
    await secretIsThere();
  });

  it('is no directory of blobs', async () => {
    const name = digest.slice(2);
    await writeFile(join(outside, 'private', name), password);
    await swapped(dirname(store.locate(digest)), join(outside, 'private'));
    await expect(store.read(digest, password.length)).rejects.toThrow(NotBelow);
    await expect(store.has(digest)).rejects.toThrow(NotBelow);
    await expect(store.delete(digest)).rejects.toThrow(NotBelow);
    const upload = await staged();
    await expect(upload.publish()).rejects.toThrow(NotBelow);
    await upload.discard();
    await secretIsThere(name);
  });

  it('is nothing that was staged', async () => {
    await mkdir(join(root, 'staging', stranger));
    await symlink(join(outside, 'private', 'a'), join(root, 'staging', stranger, 'a'));
    const adopted = store.adopt({ name: `${stranger}/a`, size: password.length, digests });
    await expect(adopted.publish()).rejects.toThrow('no file');
    expect(await store.has(digest)).toBe(false);
  });

  it('is no place where somebody stages', async () => {
    await symlink(join(outside, 'private'), join(root, 'staging', stranger));
    expect(await store.reaches(stranger)).toBe(false);
    const adopted = store.adopt({ name: `${stranger}/a`, size: password.length, digests });
    await expect(adopted.publish()).rejects.toThrow(NotBelow);
    await expect(adopted.discard()).rejects.toThrow(NotBelow);
    await secretIsThere();
  });

  it('has no sweep remove what is elsewhere', async () => {
    const old = new Date(0);
    await mkdir(join(outside, 'private', stranger));
    await writeFile(join(outside, 'private', stranger, 'a'), password);
    for (const path of ['a', `${stranger}/a`, stranger])
      await utimes(join(outside, 'private', path), old, old);
    await symlink(join(outside, 'private'), join(root, 'staging', stranger));
    const sweep = {
      olderThan: 0,
      unreferenced: () => Promise.resolve([]),
      remove: () => Promise.resolve(true),
    };
    expect(await store.sweep(sweep)).toMatchObject({ staged: 0 });
    await swapped(join(root, 'staging'), join(outside, 'private'));
    await expect(store.sweep(sweep)).rejects.toThrow(NotBelow);
    await expect(FilesystemBlobStore.open(root)).rejects.toThrow(NotBelow);
    expect(await readdir(join(outside, 'private', stranger))).toEqual(['a']);
    await rm(join(root, 'staging'));
    await rename(join(outside, 'swapped'), join(root, 'staging'));
  });
});
