import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';

const blob = 3;
const difference = 6;
const mebibyte = 1 << 20;

/** The head of an object in a pack. */
const headOf = (type: number, length: number): Buffer => {
  const bytes: number[] = [];
  let rest = Math.floor(length / 16);
  for (let byte = (type << 4) | (length & 15); ; byte = rest & 0x7f, rest = Math.floor(rest / 128)) {
    bytes.push(rest > 0 ? byte | 0x80 : byte);
    if (rest === 0) return Buffer.from(bytes);
  }
};
const numberOf = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberOf(value >> 7)];
const backBy = (bytes: number): number[] => {
  const found = [bytes & 0x7f];
  for (let rest = bytes >> 7; rest > 0; rest >>= 7) found.unshift((--rest & 0x7f) | 0x80);
  return found;
};

/** A pack of files of a MiB, each but the first stored as its difference from the one before; and their ids. */
const chainOf = (count: number): { pack: Buffer; ids: string[] } => {
  const same = Buffer.alloc(mebibyte - 8, 'a');
  const begun = createHash('sha1').update(`blob ${mebibyte}\0`).update(same);
  const [ids, parts]: [string[], Buffer[]] = [[], []];
  let [at, before] = [12, 0];
  for (let made = 0; made < count; made += 1) {
    const last = Buffer.from(String(made).padStart(8, '0'));
    ids.push(begun.copy().update(last).digest('hex'));
    // Copies all but the last bytes of the one before.
    const copied = Buffer.from([0x80 | 0x70, ...[0, 8, 16].map((shift) => (same.length >> shift) & 0xff)]);
    const delta = Buffer.concat([
      Buffer.from([...numberOf(mebibyte), ...numberOf(mebibyte)]),
      ...[copied, Buffer.from([last.length]), last],
    ]);
    const stored =
      made === 0
        ? [headOf(blob, mebibyte), deflateSync(Buffer.concat([same, last]))]
        : [headOf(difference, delta.length), Buffer.from(backBy(at - before)), deflateSync(delta)];
    before = at;
    for (const part of stored) at += part.length;
    parts.push(...stored);
  }
  const head = Buffer.alloc(12, 'PACK');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(count, 8);
  const pack = Buffer.concat([head, ...parts]);
  return { pack: Buffer.concat([pack, createHash('sha1').update(pack).digest()]), ids };
};

// git reads what a reference is to name as it writes the reference. Where each is the end of a long chain of
// differences that took minutes, after the decision: the rights of who pushed had ended, and nobody else could push.
describe('a push of references to what git reads slowly', () => {
  const world = GitWorld.ofSuite();
  const push = async (names: string[], pack: Buffer) => {
    const { url, directory } = await world.seeded();
    const lines = names.map((id, at) =>
      pkt(`${zero} ${id} refs/tags/t${at}${at === 0 ? '\0 report-status side-band-64k' : ''}`),
    );
    const answer = await world.post(
      url,
      'receive-pack',
      Buffer.concat([Buffer.from(`${lines.join('')}0000`), pack]),
    );
    const text = await answer.text();
    const tags = await world.must(['for-each-ref', '--format=%(refname)', 'refs/tags'], { cwd: directory });
    return { text, tags: tags.split('\n').filter((line) => line !== '').length };
  };

  it('is refused, and changes nothing', async () => {
    const { pack, ids } = chainOf(320);
    // git keeps some hundred of the last: each is too far from them.
    const far = Array.from({ length: 200 }, (_, at) => ids[319 - (at % 2) * 100 - Math.floor(at / 2)]);
    const { text, tags } = await push(far, pack);
    expect(text).toContain('git takes too long to read what these references name');
    expect(tags).toBe(0);
    expect(world.reports.at(-1)).toMatchObject({ accepted: false });
  });

  it('is taken where they are read in time', async () => {
    const { pack, ids } = chainOf(20);
    expect(await push(ids, pack)).toMatchObject({ tags: 20 });
  });
});
