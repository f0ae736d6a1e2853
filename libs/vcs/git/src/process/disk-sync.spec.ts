import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DiskSync } from './disk-sync.js';

/** By then a question that was asked has been heard, also on a busy machine (ms). */
const heard = 300;

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await sleep(5);
};

describe('file systems that are brought to the disk', () => {
  const root = mkdtempSync(join(tmpdir(), 'hf-sync-'));
  afterAll(() => rmSync(root, { recursive: true }));
  const [one, two] = ['one', 'two'].map((name) => mkdtempSync(join(root, name)));

  const world = () => {
    const begun: { directories: readonly string[]; end: () => void; fail: () => void }[] = [];
    const disk = new DiskSync(
      (directories) =>
        new Promise<void>((resolve, reject) => {
          begun.push({ directories, end: resolve, fail: () => reject(new Error('of the disk')) });
        }),
    );
    const over: string[] = [];
    const ask = (directory: string, name: string): Promise<unknown> =>
      disk.of(directory).then(
        () => over.push(name),
        () => over.push(`not ${name}`),
      );
    return { begun, over, ask };
  };

  it('are so once at a time: who comes meanwhile shares the one that begins after that', async () => {
    const { begun, over, ask } = world();
    const asked = [ask(one, 'a')];
    await until(() => begun.length === 1);
    asked.push(ask(one, 'b'), ask(two, 'c'));
    await sleep(heard);
    expect(begun.map(({ directories }) => directories)).toEqual([[one]]);
    begun[0].end();
    await until(() => begun.length === 2 && over.length === 1);
    expect(over).toEqual(['a']);
    expect([...begun[1].directories].sort()).toEqual([one, two].sort());
    asked.push(ask(one, 'd'));
    await sleep(heard);
    begun[1].fail();
    await until(() => over.length === 3 && begun.length === 3);
    expect(over.sort()).toEqual(['a', 'not b', 'not c']);
    begun[2].end();
    await Promise.all(asked);
    expect(over).toContain('d');
    const last = ask(two, 'e');
    await until(() => begun.length === 4);
    expect(begun[3].directories).toEqual([two]);
    begun[3].end();
    await last;
  });

  it('are none where the directory is none', async () => {
    const { begun, over, ask } = world();
    await ask(join(root, 'none'), 'a');
    expect([begun, over]).toEqual([[], ['not a']]);
  });
});
