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
  it('tells what stands at names', () => {
    expect(itemsNamed(tree, changed({ a: undefined, a0: undefined, none: undefined }))).toEqual(
      new Map([
        ['a', directory('3')],
        ['a0', { mode: '100755', id: id('4') }],
      ]),
    );
    expect(itemsNamed(Buffer.alloc(0), changed({ a: undefined })).size).toBe(0);
  });

  it('is edited in the order of git, to which a directory ends with a slash', () => {
    expect(editedTree(tree, changed({}))).toEqual(tree);
    const edited = editedTree(
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

  it('may end up with nothing in it, and begin so', () => {
    const all = changed({ 'a-b': undefined, 'a.b': undefined, a: undefined, a0: undefined });
    expect(editedTree(tree, all)).toEqual(Buffer.alloc(0));
    expect(editedTree(Buffer.alloc(0), changed({ x: file('1') }))).toEqual(entry('100644', 'x', '1'));
  });

  it('is not written again with zeros before a mode', () => {
    const old = entry('040000', 'a', '3');
    expect(itemsNamed(old, changed({ a: undefined })).get('a')).toEqual(directory('3'));
    expect(editedTree(old, changed({ 'a.b': file('2') }))).toEqual(
      Buffer.concat([entry('100644', 'a.b', '2'), entry('40000', 'a', '3')]),
    );
  });

  it.each([['100644 a'], ['100644 a\u0000123'], ['x']])('is not %j', (bytes) => {
    expect(() => itemsNamed(Buffer.from(bytes), changed({}))).toThrow('nobody can read');
  });
});
