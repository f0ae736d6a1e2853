import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArtifactDoorFixture, ask, plain } from './artifact-door.fixture.js';

/** Whoever is in the artifact service owns the store, and answers where the file is that the gateway is to open. */
describe('a link that the artifact service has put into the store', () => {
  const password = 'the password of the gateway';
  let door: ArtifactDoorFixture;
  let outside: string;
  beforeEach(async () => {
    door = await ArtifactDoorFixture.open();
    outside = await mkdtemp(join(tmpdir(), 'credentials-'));
    await writeFile(join(outside, 'gateway.json'), password);
    await mkdir(join(door.store, 'ab'));
    await writeFile(join(door.store, 'ab', 'blob'), 'an artifact of that length.');
  });
  afterEach(async () => {
    await door.close();
    await rm(outside, { recursive: true });
  });

  const answerOf = (file: string): Promise<string> => {
    const head = { 'Content-Length': String(password.length) };
    door.decide = ({ direct }) =>
      direct
        ? { is: 'grant', status: 200, headers: head, file, offset: 0, length: password.length }
        : plain(404, 'no such file.');
    return door.answer(ask('GET', '/a'), '.');
  };

  it('leads the gateway to no file of its own, and neither does one in the way', async () => {
    expect(await answerOf(join(door.store, 'ab', 'blob'))).toMatch(/an artifact of that length\.$/);
    await symlink(join(outside, 'gateway.json'), join(door.store, 'ab', 'link'));
    await symlink(outside, join(door.store, 'cd'));
    for (const file of ['ab/link', 'cd/gateway.json']) {
      const answer = await answerOf(join(door.store, file));
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer).not.toContain(password);
    }
  });
});
