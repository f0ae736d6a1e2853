import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pushBundle } from '../bundle-parts.fixture.js';
import { memoryDuring } from '../memory-during.fixture.js';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

const mib = 1 << 20;

/**
 * A bundle of versions of one file, each with another number at its beginning: its size, how many there are, of which
 * bytes they are, and what each is sent as the difference to: `nothing`, or `half`, the version with half its number.
 */
const versions = String.raw`
import hashlib, struct, sys
from mercurial import zstd
size, count, fill, base, path = int(sys.argv[1]), int(sys.argv[2]), bytes.fromhex(sys.argv[3]), sys.argv[4], sys.argv[5]
null = bytes(20)
packer = zstd.ZstdCompressor().compressobj()
file = open(path, 'wb')
put = lambda data: file.write(packer.compress(data))
def payload(data):
    for at in range(0, len(data), 1 << 18):
        piece = data[at:at + (1 << 18)]
        put(struct.pack('>i', len(piece)) + piece)
def group(entries):
    for node, parent, base, delta, change in entries:
        payload(struct.pack('>l', 104 + len(delta)) + node + parent + null + base + change)
        payload(delta)
    payload(bytes(4))
delta = lambda start, end, text: struct.pack('>lll', start, end, len(text)) + text
def named(parent, text):
    sum = hashlib.sha1(null + parent)
    sum.update(text)
    return sum.digest()
text = bytearray(fill * size)
files, manifests, changes = [], [], []
file_node = manifest_node = change_node = null
manifest = change = b''
for number in range(count):
    text[:4] = struct.pack('>l', number)
    of = null if base == 'nothing' or number == 0 else files[number // 2][0]
    sent = delta(0, 0, bytes(text)) if of == null else delta(0, 4, bytes(text[:4]))
    files.append([named(file_node, text), file_node, of, sent])
    file_node = files[-1][0]
    new = b'big\0' + file_node.hex().encode() + b'\n'
    manifests.append([named(manifest_node, new), manifest_node, manifest_node, delta(0, len(manifest), new)])
    manifest, manifest_node = new, manifests[-1][0]
    new = manifest_node.hex().encode() + b'\nme\n%d 0\nbig\n\nversion' % number
    changes.append([named(change_node, new), change_node, change_node, delta(0, len(change), new)])
    change, change_node = new, changes[-1][0]
for entries in changes, manifests, files:
    for at in range(count):
        entries[at].append(changes[at][0])
name, part = b'Compression=ZS', b'\x0bCHANGEGROUP' + bytes(4) + b'\1\0\7\2version02'
file.write(b'HG20' + struct.pack('>i', len(name)) + name)
put(struct.pack('>i', len(part)) + part)
group(changes)
group(manifests)
payload(struct.pack('>l', 7) + b'big')
group(files)
payload(bytes(4))
put(bytes(8))
file.write(packer.flush())
`;

/** Gives each of these processes so many bytes of memory more than it has, once it listens. */
const limiting = String.raw`
import glob, os, resource, sys, time
def listens(pid):
    with open('/proc/net/unix') as sockets:
        listening = ['socket:[%s]' % line.split()[6] for line in sockets if line.split()[3] == '00010000']
    return any(os.readlink(each) in listening for each in glob.glob('/proc/%d/fd/*' % pid))
for pid in map(int, sys.argv[2:]):
    while not listens(pid):
        time.sleep(0.05)
    with open('/proc/%d/status' % pid) as status:
        has = next(int(line.split()[1]) * 1024 for line in status if line.startswith('VmData'))
    most = has + int(sys.argv[1])
    resource.prlimit(pid, resource.RLIMIT_DATA, (most, most))
`;

// A push of 12 KB, of many versions of a file, filled the memory of a process that others push through, too.
describeMercurial('large versions of files', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  const bundle = async (size: number, count: number, fill: string, base: 'nothing' | 'half') => {
    const path = join(world.root, `${size}-${count}-${fill}-${base}`);
    const words = ['-c', versions, String(size), String(count), fill, base, path];
    const { code, output } = await world.python(world.root, words);
    if (code !== 0) throw new Error(output);
    return readFile(path);
  };
  const push = async (body: Buffer, account = 'developer') => {
    const { url, directory } = await world.repository();
    const answer = await pushBundle(url.replace('developer', account), body);
    return { status: answer.status, text: await answer.text(), directory };
  };
  /** Before 7.2 such versions take no turns (ADR 33). */
  const needs = async (most: number, work: () => Promise<void>) => {
    const used = await memoryDuring(world, work);
    if ((await world.version()) >= 702) expect(used).toBeLessThan(most);
  };
  const accounts = ['a', 'b', 'c', 'd'];
  const until = async (holds: () => Promise<boolean>) => {
    for (let left = 300; left > 0 && !(await holds()); left -= 1) await sleep(100);
    expect(await holds()).toBe(true);
  };

  it('are not compared where each line of theirs takes many times its bytes', async () => {
    const body = await bundle(7 * mib, 3, '0a', 'nothing');
    await needs(200 * mib, async () => {
      expect(await push(body)).toMatchObject({ status: 200, text: expect.stringMatching(/^1\n/) as string });
    });
  });

  it('are built one after the other, whoever pushes them, and kept by nobody', async () => {
    const [whole, half] = [
      await bundle(32 * mib, 3, '00', 'nothing'),
      await bundle(32 * mib, 5, '00', 'half'),
    ];
    expect(whole.length + half.length).toBeLessThan(50_000);
    const pushed: Awaited<ReturnType<typeof push>>[] = [];
    await needs(320 * mib, async () => {
      const all = [whole, half].flatMap((body) => accounts.map((account) => push(body, account)));
      pushed.push(...(await Promise.all(all)));
    });
    for (const { status, text } of pushed) expect([status, text.slice(0, 2)]).toEqual([200, '1\n']);
    for (const { directory } of [pushed[0], pushed[4]])
      expect(await world.must(directory, 'verify')).not.toMatch(/warning|damaged|error/);
  });

  it('that need more memory than there is are refused until later, and the process is ended', async () => {
    // Afterwards a program waits for the next push, beside the two that serve all.
    await push(await bundle(7 * mib, 1, '00', 'nothing'));
    await until(async () => (await world.processes()).length === 3);
    const before = await world.processes();
    const words = ['-c', limiting, String(64 * mib), ...before.map(String)];
    expect(await world.python(world.root, words)).toEqual({ code: 0, output: '' });
    const large = await bundle(64 * mib, 1, '00', 'nothing');
    // Before 7.2 a program of a push may have crashed.
    const isTold = (await world.version()) >= 702;
    const spent = isTold
      ? /^the server has too little memory for this at the moment, try again\n$/
      : /try again\n$/;
    expect(await push(large)).toMatchObject({ status: 503, text: expect.stringMatching(spent) as string });
    const isEnded = async () => {
      const now = await world.processes();
      return before.some((pid) => !now.includes(pid));
    };
    await until(isEnded);
  });
});
