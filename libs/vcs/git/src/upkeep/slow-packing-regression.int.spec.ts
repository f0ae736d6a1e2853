import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitWorld } from '../git-world.fixture.js';

// git reads each tag to pack refs. A push of 181 KB had that take half an hour: nothing was packed for anybody else.
describe('refs that git packs slowly', () => {
  const world = GitWorld.ofSuite({}, { delay: 20, packing: 500 });
  const program = (): string => join(world.root, 'programs/git');
  const tried = (): string => join(world.root, 'tried');
  const isPacked = (directory: string) =>
    access(join(directory, 'packed-refs')).then(
      () => true,
      () => false,
    );
  const tries = async (directory: string) =>
    (await readFile(tried(), 'utf8').catch(() => '')).split('\n').filter((line) => line.includes(directory))
      .length;

  it('keep no other repository waiting, and are packed when somebody asks for it', async () => {
    const [slow, other] = [await world.seeded(1), await world.seeded(1)];
    await mkdir(join(world.root, 'programs'), { recursive: true });
    const holding = `case " $* " in *'${slow.directory}'*' pack-refs '*) exec sleep 100 ;; esac`;
    const text = `#!/bin/sh\ncase " $* " in *' pack-refs '*) echo "$*" >>'${tried()}' ;; esac\n${holding}\n`;
    await writeFile(program(), `${text}exec /usr/bin/git "$@"\n`, { mode: 0o700 });
    const push = async ({ url, work }: typeof slow, name: string) =>
      world.must(['push', '-q', url, `main:${name}`], { cwd: work });
    /** Until refs of the other one are packed once more. */
    const packed = async (name: string) => {
      const before = await tries(other.directory);
      await push(other, name);
      while ((await tries(other.directory)) === before) await sleep(20);
    };
    await push(slow, 'one');
    while ((await tries(slow.directory)) === 0) await sleep(20);
    await packed('one');
    const before = await tries(slow.directory);
    await push(slow, 'two');
    await packed('two');
    expect(await tries(slow.directory)).toBe(before);
    await rm(program());
    await world.kind
      .open(slow.directory)
      .care.maintain({ signal: new AbortController().signal, tell: () => undefined }, 'c');
    expect(await isPacked(slow.directory)).toBe(true);
  });
});
