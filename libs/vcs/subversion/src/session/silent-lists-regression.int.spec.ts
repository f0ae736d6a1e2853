import { setTimeout as sleep } from 'node:timers/promises';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';
import { SessionDoor } from './session-door.fixture.js';

/** Walks through all paths, and tells of none. */
const list = '( list ( 5:trunk ( 27 ) infinity ( kind ) ( 7:nothing ) ) ) ';

// Cheap copies of a directory into itself have millions of paths: two accounts kept all others of their company from
// a repository over SSH for as long as they liked.
describeSubversion('lists over SSH that say nothing', () => {
  // An account has one turn.
  const world = new SubversionWorld({ sessions: { total: 4, perRepository: 2 }, thought: 1_000 });
  let door: SessionDoor;
  let url: string;
  beforeAll(async () => {
    await world.start();
    const made = await world.repository();
    url = made.url;
    door = await SessionDoor.of(world.engine, made.directory, 'serve');
  });
  afterAll(async () => {
    door.close();
    await Promise.allSettled(door.conversations);
    await world.stop();
    await world.leftovers();
  });

  it('give way to others, and go on where nobody waits', async () => {
    const by = ['--username', 'dev', '--password', 'x', '--non-interactive', '--no-auth-cache'];
    await world.must('svn', ['mkdir', '-q', '-m', 'x', `${url}/trunk/d`, ...by]);
    for (let n = 1; n <= 25; n += 1)
      await world.must('svn', ['cp', '-q', '-m', 'x', `${url}/trunk/d`, `${url}/trunk/d/s${n}`, ...by]);
    let isOver = false;
    const silent = door.conversation(list).finally(() => (isOver = true));
    await sleep(3_000);
    expect(isOver).toBe(false);
    expect((await door.conversation('( get-latest-rev ( ) ) ')).heard).toContain('( success ( 27 ) ) ');
    await silent;
  });
});
