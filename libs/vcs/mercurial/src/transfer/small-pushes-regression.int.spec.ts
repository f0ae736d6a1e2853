import { jest } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bundleOf,
  changegroupOf,
  firstId,
  firstVersion,
  idAfter,
  noVersion,
  pushBundle,
  versionOf,
} from '../bundle-parts.fixture.js';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

jest.setTimeout(120_000);

const mib = 1 << 20;

/** A compressed bundle of versions of one file, of many lines that another order has than the one before. */
const shuffled = String.raw`
import hashlib, struct, sys
from mercurial import zstd
count, path = int(sys.argv[1]), sys.argv[2]
null = bytes(20)
lines = [b'%c\n' % (33 + each) for each in range(200)]
there = b''.join(lines) * 600
back = b''.join(reversed(lines)) * 600 + b'\n' * 600 * 801
def number(value):
    return struct.pack('>i', value)
def named(text, parent):
    return hashlib.sha1(null + parent + text).digest()
def version(node, parent, change, text):
    said = node + parent + null + null + change + struct.pack('>lll', 0, 0, len(text)) + text
    return number(len(said) + 4) + said
changes, lists, files = [], [], []
file = manifest = change = null
for each in range(count):
    text = b'%d\n' % each + (there, back)[each % 2]
    before = file, manifest, change
    file = named(text, file)
    listed = b'f\0' + file.hex().encode() + b'\n'
    manifest = named(listed, manifest)
    said = manifest.hex().encode() + b'\nme\n%d 0\nf\n\nm' % each
    change = named(said, change)
    files.append(version(file, before[0], change, text))
    lists.append(version(manifest, before[1], change, listed))
    changes.append(version(change, before[2], change, said))
end = number(0)
group = b''.join([*changes, end, *lists, end, number(5), b'f', *files, end, end])
head = b'\x0bCHANGEGROUP' + number(0) + b'\1\0\7\2version02'
pieces = [group[at:at + (1 << 20)] for at in range(0, len(group), 1 << 20)]
body = number(len(head)) + head + b''.join(number(len(each)) + each for each in pieces) + end + end
settings = zstd.ZstdCompressionParameters.from_level(22, window_log=23, enable_ldm=1)
packed = zstd.ZstdCompressor(compression_params=settings).compress(body)
name = b'Compression=ZS'
with open(path, 'wb') as out:
    out.write(b'HG20' + number(len(name)) + name + packed)
`;

// A push of 3 KB kept a process that others read and push through for minutes, or had it ended, whatever it unfolds to.
describeMercurial('a small push', () => {
  const world = new MercurialWorld({ pushWork: 1_000, pushWorkPerKiB: 0 });
  let resident: number[];
  beforeAll(async () => {
    await world.start();
    resident = await world.processes();
  });
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  const post = async (url: string, body: Buffer) => {
    expect(body.length).toBeLessThanOrEqual(4 << 10);
    const answer = await pushBundle(url, body);
    return { status: answer.status, text: await answer.text() };
  };
  /** The most that each process had that serves others (bytes). */
  const memory = () =>
    Promise.all(
      resident.map(async (pid) => {
        const status = await readFile(`/proc/${pid}/status`, 'utf8');
        return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
      }),
    );

  it('that is compressed may use as little of the processor as a large one', async () => {
    const { url, directory } = await world.repository();
    const path = join(world.root, 'shuffled');
    const { code, output } = await world.python(world.root, ['-c', shuffled, '12', path]);
    expect([code, output]).toEqual([0, '']);
    expect(await post(url, await readFile(path))).toEqual({
      ...{ status: 503, text: 'what is pushed takes the server too long, push it in several parts\n' },
    });
    expect((await world.kind.open(directory).branches.snapshot()).size).toBe(0);
  });

  it('that changes much of what is there is taken in elsewhere than where others are served', async () => {
    const { url, directory } = await world.repository();
    const before = await memory();
    const [first, second] = ['x', 'y'].map((each) => each + '\n'.repeat(16 * mib)) as [string, string];
    const [firstFile, secondFile] = [firstId(first), idAfter(firstId(first), second)];
    const listed = (file: Buffer) => `f\0${file.toString('hex')}\n`;
    const firstList = firstId(listed(firstFile));
    const secondList = idAfter(firstList, listed(secondFile));
    const said = (list: Buffer) => `${list.toString('hex')}\nme\n1 0\nf\n\nm`;
    const change = firstId(said(firstList));
    const next = idAfter(change, said(secondList));
    const large = changegroupOf(
      [firstVersion(change, change, said(firstList))],
      [firstVersion(firstList, change, listed(firstFile))],
      { f: [firstVersion(firstFile, change, first)] },
    );
    expect(await (await pushBundle(url, bundleOf([large]))).text()).toMatch(/^1\n/);
    const after = (id: Buffer, parent: Buffer, text: string) =>
      versionOf({ id, parent, base: noVersion, change: next, part: [0, 0, text] });
    const small = bundleOf([
      changegroupOf(
        [after(next, change, said(secondList))],
        [after(secondList, firstList, listed(secondFile))],
        { f: [versionOf({ id: secondFile, parent: firstFile, change: next, part: [0, 1, 'y'] })] },
      ),
    ]);
    expect(await post(url, small)).toEqual({ status: 200, text: expect.stringMatching(/^1\n/) as string });
    expect((await world.kind.open(directory).branches.snapshot()).size).toBe(1);
    const more = (await memory()).map((each, number) => each - (before[number] ?? 0));
    expect(Math.max(...more)).toBeLessThan(16 * mib);
  });

  it('of the usual sort is taken in', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'a', 'a\n');
    await world.must(work, 'push', '-q', url);
    await world.commit(work, 'a', 'b\n');
    await world.must(work, 'push', '-q', url);
    expect((await world.kind.open(directory).branches.snapshot()).size).toBe(1);
  });
});
