import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { GrowingProcesses } from '../growing-processes.fixture.js';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

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
  const world = new MercurialWorld();
  let resident: GrowingProcesses;
  beforeAll(async () => {
    await world.start();
    resident = await GrowingProcesses.of(world);
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
  it('that is compressed is taken in elsewhere than where others are served', async () => {
    const { url } = await world.repository();
    const path = join(world.root, 'shuffled');
    const { code, output } = await world.python(world.root, ['-c', shuffled, '12', path]);
    expect([code, output]).toEqual([0, '']);
    expect(await post(url, await readFile(path))).toEqual({
      status: 200,
      text: expect.stringMatching(/^1\n/) as string,
    });
    expect(await resident.growth()).toBeLessThan(16 * mib);
  });

  it('that changes much of what is there is taken in elsewhere than where others are served', async () => {
    const { url, directory } = await world.repository();
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
    // While all that was made the server may have ended a connection, which Node has not read yet.
    await sleep(50);
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
    expect(await resident.growth()).toBeLessThan(16 * mib);
  });
});

// One of 546 bytes had two texts of 2 MiB compared for 35 s, though it brought little.
describeMercurial('a small push that has much compared', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  it('is taken in elsewhere', async () => {
    const { url, directory } = await world.repository();
    const hex = (digit: string) => digit.repeat(40);
    const names = Array.from({ length: 70_000 }, (_, at) => String(100_000 + at));
    const text = names.map((name) => `${name}\0${hex('1')}\n`).join('');
    const other = `${text.slice(0, 7)}2${text.slice(8)}`;
    const list = firstId(text);
    const next = idAfter(list, other);
    const said = (id: Buffer) => `${id.toString('hex')}\nme\n1 0\n\nm`;
    const change = firstId(said(list));
    const after = idAfter(change, said(next));
    const large = changegroupOf(
      [firstVersion(change, change, said(list))],
      [firstVersion(list, change, text)],
      {},
    );
    const path = join(world.root, 'large');
    await writeFile(path, bundleOf([large]));
    await world.must(directory, 'unbundle', path);
    const before = (await world.processes()).length;
    const small = changegroupOf(
      [versionOf({ id: after, parent: change, base: noVersion, change: after, part: [0, 0, said(next)] })],
      [versionOf({ id: next, parent: list, change: after, part: [7, 8, '2'] })],
      {},
    );
    const answer = await pushBundle(url, bundleOf([small]));
    expect(answer.status).toBe(200);
    // When it is over, one starts for the next.
    const until = Date.now() + 5_000;
    while ((await world.processes()).length <= before && Date.now() < until) await sleep(20);
    expect((await world.processes()).length).toBeGreaterThan(before);
  });
});

// Mercurial's C compared each of very many equal lines with each other one: 3 MB took it half a minute.
describeMercurial('texts with very many equal lines', () => {
  const world = new MercurialWorld({ pushWork: 5_000, pushWorkPerKiB: 0 });
  beforeAll(() => world.start());
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  it('are not compared', async () => {
    const { url } = await world.repository();
    const lines = Array.from({ length: 1_040 }, (_, at) => `${1_000 + at}\n`);
    // Steps that have no factor in common with 1,040.
    const steps = [1, 3, 7, 9, 11, 17, 19, 21, 23, 27];
    const block = (at: number) =>
      lines.map((_, line) => lines[(line * steps[at % steps.length] + 97 * at) % lines.length]).join('');
    const texts = [lines.join('').repeat(380), Array.from({ length: 280 }, (_, at) => block(at)).join('')];
    const [changes, lists, files]: Buffer[][] = [[], [], []];
    let [change, list, file]: Buffer[] = [noVersion, noVersion, noVersion];
    for (const text of texts) {
      const before = { change, list, file };
      file = idAfter(file, text);
      const listed = `f\0${file.toString('hex')}\n`;
      list = idAfter(list, listed);
      const said = `${list.toString('hex')}\nme\n1 0\nf\n\nm`;
      change = idAfter(change, said);
      const whole = (id: Buffer, parent: Buffer, of: string) =>
        versionOf({ id, parent, base: noVersion, change, part: [0, 0, of] });
      changes.push(whole(change, before.change, said));
      lists.push(whole(list, before.list, listed));
      files.push(whole(file, before.file, text));
    }
    const answer = await pushBundle(url, bundleOf([changegroupOf(changes, lists, { f: files })]));
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/^1\n/)]);
  });
});
