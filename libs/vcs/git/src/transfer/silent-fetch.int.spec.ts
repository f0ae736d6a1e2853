import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitWorld } from '../git-world.fixture.js';

/** It speaks a few seconds for a fetch: what it is told here, again and again. */
const program = (root: string) => `#!/bin/sh
case "$*" in
*upload-pack*)
  for each in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do cat '${root}/said'; sleep 0.25; done;;
*) PATH=/usr/local/bin:/usr/bin:/bin exec git "$@";;
esac
`;

describe('a fetch on which git works', () => {
  const world = GitWorld.ofSuite({ fetchSilence: 1_000 });

  const fetched = async (said: string) => {
    await writeFile(join(world.root, 'said'), said);
    const { url } = await world.repository();
    const begun = Date.now();
    const answer = await world.post(url, 'upload-pack', '0011command=fetch00010009done\n0000');
    return { text: await answer.text(), time: Date.now() - begun };
  };

  beforeAll(async () => {
    await mkdir(join(world.root, 'programs'));
    await writeFile(join(world.root, 'programs/git'), program(world.root), { mode: 0o755 });
  });

  it('ends where it says nothing but that it is there', async () => {
    const { text, time } = await fetched('0005\x01000a\x02Count');
    expect(text).toContain('\x03the server took too long to find out what to send\n');
    expect(time).toBeLessThan(3_500);
  });

  it('goes on while it says something of it', async () => {
    const { text } = await fetched('0006\x01x');
    expect(text).toBe('0006\x01x'.repeat(15));
  });
});
