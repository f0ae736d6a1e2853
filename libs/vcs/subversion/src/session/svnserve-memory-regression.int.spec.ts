import { readdir, readFile } from 'node:fs/promises';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';
import { SessionDoor } from './session-door.fixture.js';

// A list of 15 MB of words, never closed, took 730 MB of memory for as long as the client liked.
describeSubversion('the program of a conversation over SSH', () => {
  const world = new SubversionWorld();
  let door: SessionDoor;
  let directory: string;
  beforeAll(async () => {
    await world.start();
    ({ directory } = await world.repository());
    door = await SessionDoor.of(world.engine, directory, 'serve-read');
  });
  afterAll(async () => {
    door.close();
    // Each removes its own directory at its end.
    await Promise.allSettled(door.conversations);
    await world.stop();
    await world.leftovers();
  });

  it('has no more memory than it needs', async () => {
    let limits = '';
    const between = async () => void (limits = await limitsOf(`-t -r ${world.root}`));
    expect((await door.conversation('( get-latest-rev ( ) ) ', between)).heard).toContain(
      '( success ( 1 ) ) ',
    );
    expect(limits).toMatch(/^Max data size +268435456 /m);
  });

  it('ends before a command has too many words, and not because of many commands', async () => {
    const words = 'a ( ) '.repeat(120_000);
    expect(await door.conversation(`( get-latest-rev ( ${words}`)).toMatchObject({
      ...{ exit: '1', reason: 'a command has too many words: send less at a time' },
    });
    const { heard, exit } = await door.conversation(
      `( get-latest-rev ( ${'a '.repeat(40)}) ) `.repeat(6_000),
    );
    expect([heard.match(/\( success \( 1 \) \)/g)?.length, exit]).toEqual([6_000, '0']);
  });
});

/** The limits of the process whose command line has these words. */
const limitsOf = async (words: string): Promise<string> => {
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (line.replaceAll('\0', ' ').includes(words)) return readFile(`/proc/${id}/limits`, 'utf8');
  }
  return 'there is none';
};
