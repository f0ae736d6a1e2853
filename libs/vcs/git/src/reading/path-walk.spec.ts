import { walk } from './path-walk.js';

const id = (digit: string): string => digit.repeat(40);
const root = Buffer.concat([Buffer.from('40000 d\0'), Buffer.from(id('2'), 'hex')]);
const commit = Buffer.from(`tree ${id('1')}\n`);

/** What lies at a path where each directory says that it has so many bytes; `d` is the only name in any. */
const walked = (path: string, size: number) => {
  const info = (object: string) => Promise.resolve({ id: object, type: 'tree', size });
  const reader = {
    info,
    contents: (object: string) =>
      Promise.resolve({ id: object, type: 'commit', size: commit.length, contents: commit }),
    each: (object: string, take: (piece: Buffer) => void) => {
      take(root);
      return info(object);
    },
  };
  return walk(reader, id('c'), path, new AbortController().signal);
};

describe('a path', () => {
  it('leads through directories of any size', async () => {
    expect(await walked('d/d', 200 << 20)).toMatchObject({ path: 'd/d' });
    expect(await walked('d/x', 200 << 20)).toBeUndefined();
  });

  it('is refused for ever where all of them together take longer than anybody waits', async () => {
    await expect(walked('d/d/d', 200 << 20)).rejects.toMatchObject({ code: 'too_large' });
    await expect(walked('d', 600 << 20)).rejects.toMatchObject({ code: 'too_large' });
  });
});
