import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pushBundle } from '../bundle-parts.fixture.js';
import { memoryDuring } from '../memory-during.fixture.js';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

const mib = 1 << 20;

/** A bundle, compressed as a whole, of one part with so many bytes of zeros, in pieces or (pushvars) in one. */
const folding = String.raw`
import bz2, sys
from mercurial import zstd
import struct
way, type, size, path = sys.argv[1:]
size = int(size)
name = b'Compression=%s' % way.encode()
head = bytes([len(type)]) + type.encode() + struct.pack('>i', 0) + b'\1\0\7\2version02' * (type == 'CHANGEGROUP') + b'\0\0' * (type != 'CHANGEGROUP')
def pieces():
    yield struct.pack('>i', len(head)) + head
    if type == 'CHANGEGROUP':
        yield struct.pack('>il', 4, size)
    if type == 'PUSHVARS':
        yield struct.pack('>i', size)
    for _ in range(size >> 20):
        yield (b'' if type == 'PUSHVARS' else struct.pack('>i', 1 << 20)) + bytes(1 << 20)
    yield struct.pack('>ii', 0, 0)
packer = bz2.BZ2Compressor() if way == 'BZ' else zstd.ZstdCompressor().compressobj()
with open(path, 'wb') as file:
    file.write(b'HG20' + struct.pack('>i', len(name)) + name)
    for piece in pieces():
        file.write(packer.compress(piece))
    file.write(packer.flush())
`;

// A push of 120 KB became a file of GiBs in the memory of the process that took it in.
describeMercurial('a push that unfolds', () => {
  const world = new MercurialWorld({ fileVersion: 4 * mib });
  beforeAll(() => world.start());
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  const post = async (url: string, body: Buffer) => (await pushBundle(url, body)).text();
  const push = async (url: string, way: string, type: string, size: number) => {
    const path = join(world.root, `${way}-${type}`);
    const { code, output } = await world.python(world.root, ['-c', folding, way, type, String(size), path]);
    if (code !== 0) throw new Error(output);
    const body = await readFile(path);
    return { length: body.length, text: await post(url, body) };
  };
  const tooLarge = 'a version of a file is larger, unpacked, than the 4 MiB that the server allows';

  it.each(['ZS', 'BZ'])('takes no memory for a version of a file that is too large: %s', async (way) => {
    const { url } = await world.repository();
    const used = await memoryDuring(world, async () => {
      const { length, text } = await push(url, way, 'CHANGEGROUP', 300 * mib);
      expect(length).toBeLessThan(200_000);
      expect(text).toContain(tooLarge);
    });
    expect(used).toBeLessThan(250 * mib);
  });

  it.each(['CHECK:HEADS', 'BOOKMARKS', 'PUSHVARS'])('nor for another part: %s', async (type) => {
    const { url } = await world.repository();
    const used = await memoryDuring(world, async () => {
      const { text } = await push(url, 'ZS', type, 300 * mib);
      expect(text).toContain('a part of a bundle is too long');
    });
    expect(used).toBeLessThan(250 * mib);
  });

  it('is refused by a sentence that the client shows, at once or bit by bit', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'a', 'a'.repeat(3 * mib));
    await world.must(work, 'push', '-q', url);
    await writeFile(join(work, 'a'), 'a'.repeat(3 * mib) + 'b'.repeat(3 * mib));
    await world.must(work, 'commit', '-q', '-m', 'more', '-u', 'me');
    const { code, output } = await world.hg(work, 'push', url);
    expect([code, output]).toEqual([255, expect.stringContaining(tooLarge)]);
    const other = await world.work();
    await world.commit(other, 'a', 'a'.repeat(5 * mib));
    expect((await world.hg(other, 'push', '-f', url)).output).toContain(tooLarge);
    expect((await world.kind.open(directory).branches.snapshot()).size).toBe(1);
  });
});
