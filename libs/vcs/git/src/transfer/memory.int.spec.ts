import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';

const chunk = Buffer.alloc(65_536);
const idOf = (type: string, size: number, ...parts: Buffer[]) => {
  const hash = createHash('sha1').update(`${type} ${size}\0`);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** An entry of a pack; `base`: it is a change of the object of this id. */
const entry = (type: number, data: Buffer, base = Buffer.alloc(0)): Buffer => {
  const head = [];
  let size = data.length >> 4;
  let byte = (type << 4) | (data.length & 15);
  for (; size > 0; size >>= 7) {
    head.push(byte | 0x80);
    byte = size & 0x7f;
  }
  return Buffer.concat([Buffer.from([...head, byte]), base, deflateSync(data, { level: 9 })]);
};

const number = (value: number): Buffer => {
  const bytes = [];
  for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value & 0x7f) | 0x80);
  return Buffer.from([...bytes, value]);
};

/** A push of a file of 64 KiB times `times`, as a change of one of 64 KiB. */
const bomb = (times: number): Buffer => {
  const size = chunk.length * times;
  const base = idOf('blob', chunk.length, chunk);
  const big = idOf('blob', size, ...Array.from({ length: times }, () => chunk));
  const delta = Buffer.concat([number(chunk.length), number(size), Buffer.alloc(times, 0x80)]);
  const tree = Buffer.concat([Buffer.from('100644 big\0'), big]);
  const person = 'A <a@example.org> 1 +0000';
  const commit = Buffer.from(
    `tree ${idOf('tree', tree.length, tree).toString('hex')}\nauthor ${person}\ncommitter ${person}\n\nx\n`,
  );
  const pack = Buffer.concat([
    Buffer.from('PACK\0\0\0\u0002\0\0\0\u0004', 'latin1'),
    entry(3, chunk),
    entry(7, delta, base),
    entry(2, tree),
    entry(1, commit),
  ]);
  const id = idOf('commit', commit.length, commit).toString('hex');
  const command = pkt(`${zero} ${id} refs/heads/bomb\0 report-status side-band-64k`);
  return Buffer.concat([Buffer.from(`${command}0000`), pack, createHash('sha1').update(pack).digest()]);
};

describe('the memory of a push', () => {
  const world = GitWorld.ofSuite({ pushMemory: 64 << 20, pushUnpacked: 30 << 20 });

  const push = async (times: number) => {
    const { url, directory } = await world.repository();
    const body = bomb(times);
    const answer = await (await world.post(url, 'receive-pack', body)).text();
    return { bytes: body.length, answer, branches: await world.branchesOf(directory) };
  };

  it('ends a push that unfolds to more than is allowed, and says why', async () => {
    const { bytes, answer, branches } = await push(1600);
    expect(bytes).toBeLessThan(600);
    expect(answer).toContain('the push needs more memory than the server gives it (64 MiB)');
    expect(answer).toContain('ng refs/heads/bomb');
    expect(branches).toEqual({});
  });

  it('does not take objects that are together more than is allowed, and says why', async () => {
    const { answer, branches } = await push(600);
    expect(answer).toContain('bomb: the objects of this push are more, unpacked');
    expect(branches).toEqual({});
  });

  it('takes what is below both', async () => {
    const { answer, branches } = await push(300);
    expect(answer).toContain('ok refs/heads/bomb');
    expect(Object.keys(branches)).toEqual(['bomb']);
  });

  it('is not that of a commit of any size, when somebody asks for its time', async () => {
    const { directory, tip } = await world.seeded(1);
    const tree = await world.must(['--git-dir', directory, 'rev-parse', `${tip}^{tree}`]);
    const person = 'A <a@example.org> 1234567890 +0000';
    const huge = await world.must(['--git-dir', directory, 'hash-object', '-w', '-t', 'commit', '--stdin'], {
      input: `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\n${'x'.repeat(5 << 20)}\n`,
    });
    const times = await world.engine.reading.reader.commitTimes({
      directory,
      ids: [huge, tip, huge, '1'.repeat(40)],
      reading: reading(),
    });
    expect(times).toEqual([1234567890, expect.any(Number), 1234567890, null]);
  });
});
