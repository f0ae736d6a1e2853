import { editedTree, itemsNamed, type TreeItem } from './tree-edit.js';

const id = (digit: string): string => digit.repeat(40);
const entry = (mode: string, name: string, digit: string): Buffer =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id(digit), 'hex')]);
const file = (digit: string): TreeItem => ({ mode: '100644', id: id(digit) });
const directory = (digit: string): TreeItem => ({ mode: '40000', id: id(digit) });
const changed = (items: Record<string, TreeItem | undefined>) => new Map(Object.entries(items));

const tree = Buffer.concat([
  entry('100644', 'a-b', '1'),
  entry('100644', 'a.b', '2'),
  entry('40000', 'a', '3'),
  entry('100755', 'a0', '4'),
]);

describe('a tree', () => {
  it('tells what stands at names', async () => {
    expect(await itemsNamed(tree, changed({ a: undefined, a0: undefined, none: undefined }))).toEqual(
      new Map([
        ['a', directory('3')],
        ['a0', { mode: '100755', id: id('4') }],
      ]),
    );
    expect((await itemsNamed(Buffer.alloc(0), changed({ a: undefined }))).size).toBe(0);
  });

  it('is edited in the order of git, to which a directory ends with a slash', async () => {
    expect(await editedTree(tree, changed({}))).toEqual(tree);
    const edited = await editedTree(
      tree,
      changed({ a: file('5'), 'a.b': undefined, A: file('6'), z: directory('7'), 'a-b': directory('8') }),
    );
    expect(edited).toEqual(
      Buffer.concat([
        entry('100644', 'A', '6'),
        entry('100644', 'a', '5'),
        entry('40000', 'a-b', '8'),
        entry('100755', 'a0', '4'),
        entry('40000', 'z', '7'),
      ]),
    );
  });

  it('may end up with nothing in it, and begin so', async () => {
    const all = changed({ 'a-b': undefined, 'a.b': undefined, a: undefined, a0: undefined });
    expect(await editedTree(tree, all)).toEqual(Buffer.alloc(0));
    expect(await editedTree(Buffer.alloc(0), changed({ x: file('1') }))).toEqual(entry('100644', 'x', '1'));
  });

  it('is not written again with zeros before a mode', async () => {
    const old = entry('040000', 'a', '3');
    expect((await itemsNamed(old, changed({ a: undefined }))).get('a')).toEqual(directory('3'));
    expect(await editedTree(old, changed({ 'a.b': file('2') }))).toEqual(
      Buffer.concat([entry('100644', 'a.b', '2'), entry('40000', 'a', '3')]),
    );
  });

  it('is taken with its modes as git takes them, and stays one that git reads', async () => {
    const odd = Buffer.concat([
      entry('0', 'a', '1'),
      entry('100664', 'b', '2'),
      entry('40755', 'd', '3'),
      entry('0000', 'e', '4'),
    ]);
    const names = changed({ a: undefined, b: undefined, d: undefined });
    expect(await itemsNamed(odd, names)).toEqual(
      new Map([
        ['a', { mode: '160000', id: id('1') }],
        ['b', file('2')],
        ['d', directory('3')],
      ]),
    );
    expect(await editedTree(odd, changed({ b: undefined, 'd.': file('5'), d0: file('6') }))).toEqual(
      Buffer.concat([
        entry('0', 'a', '1'),
        entry('100644', 'd.', '5'),
        entry('40755', 'd', '3'),
        entry('100644', 'd0', '6'),
        entry('0', 'e', '4'),
      ]),
    );
  });

  it.each([['100644 a'], ['100644 a\u0000123'], ['x']])('is not %j', async (bytes) => {
    await expect(itemsNamed(Buffer.from(bytes), changed({}))).rejects.toThrow('nobody can read');
    await expect(editedTree(Buffer.from(bytes), changed({}))).rejects.toThrow('nobody can read');
  });

  it('keeps what stands in another order than that of git', async () => {
    const odd = Buffer.concat([
      entry('100644', 'b', '1'),
      entry('100644', 'a', '2'),
      entry('40000', 'a', '3'),
    ]);
    expect(await editedTree(odd, changed({ b: undefined }))).toEqual(
      odd.subarray(entry('100644', 'b', '1').length),
    );
    expect((await editedTree(odd, changed({ c: file('4') }))).subarray(0, odd.length)).toEqual(odd);
  });

  it('finds names that look alike apart, and such as begin alike', async () => {
    // The hash of the first two is the same, and a name may begin with another one.
    const names = ['Aa', 'BB', 'a', 'a.', 'aa', 'aaa'];
    const all = Buffer.concat(names.map((name, at) => entry('100644', name, String(at))));
    const among = async (contents: Buffer, asked: string[]) => [
      ...(await itemsNamed(contents, new Map(asked.map((name) => [name, undefined])))).keys(),
    ];
    expect(await among(all, ['BB', 'aa'])).toEqual(['BB', 'aa']);
    const without = await editedTree(all, changed({ Aa: undefined, aaa: undefined }));
    expect(await among(without, names)).toEqual(['BB', 'a', 'a.', 'aa']);
  });

  it('of any size lets others have the event loop', async () => {
    const many = Buffer.concat(
      Array.from({ length: 100_000 }, (_, at) => entry('100644', `f${1_000_000 + at}`, '1')),
    );
    const gone = entry('100644', 'f1099999', '1').length;
    const come = entry('100644', 'f0', '3').length;
    const wanted = changed({ f1000001: file('2'), f1099999: undefined, f0: file('3') });
    const turns = await turnsOfOthers(async () => {
      for (let round = 0; round < 10; round += 1) {
        expect((await itemsNamed(many, wanted)).size).toBe(2);
        expect((await editedTree(many, wanted)).length).toBe(many.length - gone + come);
      }
    });
    expect(turns).toBeGreaterThan(20);
  });
});

/** How often others had the event loop meanwhile. */
const turnsOfOthers = async (work: () => Promise<void>): Promise<number> => {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
};
