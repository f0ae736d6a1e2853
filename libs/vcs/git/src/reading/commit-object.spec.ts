import { annotationOf, commitOf } from './commit-object.js';

const read = (text: string | Buffer, size?: number) => {
  const contents = typeof text === 'string' ? Buffer.from(text, 'latin1') : text;
  return { contents, size: size ?? contents.length };
};
const idOf = (digit: number | string): string => String(digit).padStart(40, '0');
const [tree, two, three] = [1, 2, 3].map(idOf);
const head = `tree ${tree}\nparent ${two}\nparent ${three}\nauthor A U <a@b> 100 +0100\ncommitter C O <c@d> 200 -0500\n`;

describe('a commit object', () => {
  it('has parents, people, times and the whole message', () => {
    expect(commitOf('0', read(`${head}\nsubject\n\nbody\n`))).toEqual({
      id: '0',
      parents: [two, three],
      author: { name: 'A U', email: 'a@b', at: 100 },
      committer: { name: 'C O', email: 'c@d', at: 200 },
      message: 'subject\n\nbody',
    });
  });

  it('has a thousand parents at most, however many somebody wrote', () => {
    const parents = Array.from({ length: 1_200 }, (_, index) => `parent ${idOf(index)}\n`).join('');
    expect(commitOf('0', read(`tree ${tree}\n${parents}author A <a@b> 1 +0000\n\nm`)).parents).toHaveLength(
      1_000,
    );
  });

  it.each([
    ['behind its people', `${head}parent --output=x\n\nm`, [two, three]],
    ['behind its people, an id', `${head}parent ${tree}\n\nm`, [two, three]],
    ['that is none', `tree ${tree}\nparent --output=x\nparent ${two}\nauthor A <a@b> 1 +0000\n\nm`, []],
    ['with more', `tree ${tree}\nparent ${two}\nparent ${three}0\nauthor A <a@b> 1 +0000\n\nm`, [two]],
    ['before the tree', `parent ${two}\ntree ${tree}\nauthor A <a@b> 1 +0000\n\nm`, []],
    [
      'in capitals',
      `tree ${tree}\nparent ${'AB'.repeat(20)}\nauthor A <a@b> 1 +0000\n\nm`,
      ['ab'.repeat(20)],
    ],
    ['as its last line', `tree ${tree}\nparent ${two}\n\nm`, [two]],
  ])('has the parents that it has for git: one %s', (_where, text, parents) => {
    expect(commitOf('0', read(text)).parents).toEqual(parents);
  });

  it('may have headers of several lines, none of which is taken for another', () => {
    const signed = `${head}gpgsig -----BEGIN\n parent 9\n author Eve <e@f> 1 +0000\n -----END\n\nm`;
    expect(commitOf('0', read(signed))).toMatchObject({
      parents: [two, three],
      author: { name: 'A U' },
      message: 'm',
    });
  });

  it.each([
    ['ISO-8859-1', 'caf\xe9'],
    ['latin-1', 'caf\ufffd'],
    ['no such encoding', 'caf\ufffd'],
  ])('is read in the encoding that it names: %s', (encoding, message) => {
    expect(commitOf('0', read(`${head}encoding ${encoding}\n\ncaf\xe9\n`)).message).toBe(message);
  });

  it('is UTF-8 where it names no encoding, and shows what is none as such', () => {
    expect(commitOf('0', read(Buffer.from(`${head}\nünï\n`))).message).toBe('ünï');
    expect(commitOf('0', read(`${head}\ncaf\xe9\n`)).message).toBe('caf\ufffd');
  });

  it('has the beginning of a long message, as a tag has', () => {
    const long = `${head}\n${'\u0001'.repeat(100_000)}`;
    for (const object of [commitOf('0', read(long)), annotationOf(read(long))])
      expect([object.message.length, object.cut]).toEqual([Math.floor((160 << 10) / 6), true]);
    expect(commitOf('0', read(`${head}\n${'a'.repeat(160 << 10)}\n`)).cut).toBeUndefined();
  });

  it('says when it is larger than what was read of it', () => {
    expect(commitOf('0', read(`${head}\nbegin`, 5000)).cut).toBe(true);
    expect(commitOf('0', read(head.slice(0, 150), 5000))).toMatchObject({
      parents: [two, three],
      message: '',
      cut: true,
    });
  });

  it.each([
    ['', { name: '', email: '', at: 0 }],
    ['A', { name: 'A', email: '', at: 0 }],
    ['<a@b> 5 +0000', { name: '', email: 'a@b', at: 5 }],
    ['A <a@b>', { name: 'A', email: 'a@b', at: 0 }],
    ['A <a@b> -5 +0000', { name: 'A', email: 'a@b', at: -5 }],
    ['A <a@b> 7', { name: 'A', email: 'a@b', at: 7 }],
    ['A <a@b> 99999999999999999999 +0000', { name: 'A', email: 'a@b', at: 0 }],
  ])('may have an odd author: %j', (line, author) => {
    expect(commitOf('0', read(`tree 1\nauthor ${line}\n\nm`)).author).toEqual(author);
  });
});

describe('a tag object', () => {
  it('has a message and who wrote it', () => {
    const text = 'object 1\ntype commit\ntag v1\ntagger T <t@u> 300 +0000\n\nmessage\n';
    expect(annotationOf(read(text))).toEqual({
      message: 'message',
      tagger: { name: 'T', email: 't@u', at: 300 },
    });
  });

  it('has who wrote it in one line', () => {
    const text = 'object 1\ntype commit\ntag v1\ntagger T <t@u> 300 +0000\n x <x@y> 900 +0000\n\nm\n';
    expect(annotationOf(read(text)).tagger).toEqual({ name: 'T', email: 't@u', at: 300 });
  });

  it('may be so old that nobody wrote it', () => {
    expect(annotationOf(read('object 1\ntype commit\ntag v1\n\nold\n'))).toEqual({ message: 'old' });
  });
});
