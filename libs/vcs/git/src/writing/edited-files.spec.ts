import type { FileWrite } from '@holdfast/vcs-spi';
import { EditedFiles, EditTooLarge } from './edited-files.js';
import { nameEditsOf } from './name-edits.js';
import { StagedTexts } from './staged-texts.js';

const entry = Buffer.concat([Buffer.from('100644 a-name-of-a-file\0'), Buffer.alloc(20, 1)]);

describe('the files of a commit', () => {
  /** Over a repository whose trees all have these contents. */
  const over = (contents: Buffer, most: number, signal = new AbortController().signal) => {
    const each = (id: string, take: (piece: Buffer) => void) => {
      take(contents);
      return Promise.resolve({ id, type: 'tree', size: contents.length });
    };
    return new EditedFiles({ each }, StagedTexts.none, signal, most);
  };
  const writes = (paths: string[]): FileWrite[] =>
    paths.map((path) => ({ path, content: path, encoding: 'utf-8' }));
  const edits = (...paths: string[]) => nameEditsOf({ modified: writes(paths), deleted: [] });
  const tree = '1'.repeat(40);

  it('are made of directories of some size', async () => {
    const files = over(entry, 1000);
    expect(await files.edit(tree, await edits('a', 'b/c'))).toMatch(/^[0-9a-f]{40}$/);
    expect(files.objects.size).toBe(4);
    expect(files.problems).toEqual({});
  });

  it('are too large where the directories that are read are', async () => {
    const files = over(Buffer.alloc(1001), 1000);
    await expect(files.edit(tree, await edits('a'))).rejects.toThrow(EditTooLarge);
  });

  it('are too large where the directories that are made are, each by itself or all of them', async () => {
    const long = Array.from({ length: 60 }, (_, at) => `f${at}`);
    await expect(over(entry, 1000).edit(tree, await edits(...long))).rejects.toThrow(EditTooLarge);
    const deep = Array.from({ length: 40 }, () => 'd').join('/');
    await expect(over(entry, 1000).edit(tree, await edits(deep))).rejects.toThrow(EditTooLarge);
  });

  it('are made while others have the event loop, and not for those who do not wait', async () => {
    const changes = await edits(...Array.from({ length: 20_000 }, (_, at) => `${at}/f`));
    let turns = 0;
    const end = new AbortController();
    const count = (): void => {
      turns += 1;
      if (turns < 3) setImmediate(count);
      else end.abort();
    };
    setImmediate(count);
    const files = over(entry, 16 << 20, end.signal);
    await expect(files.edit(undefined, changes)).rejects.toMatchObject({ code: 'unavailable' });
    expect(turns).toBe(3);
    expect(files.objects.size).toBeGreaterThan(0);
    expect(files.objects.size).toBeLessThan(40_000);
  });
});
