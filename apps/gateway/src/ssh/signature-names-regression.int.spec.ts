import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { madeKey } from '@holdfast/platform/testing';
import { freshHostKey, SshDoorFixture } from './ssh-door.fixture.js';
import { lineOf, talkBySsh } from './stock-ssh.fixture.js';

// The library's list had no comma between two names, and SHA-1: a client that signs by rsa-sha2-512 only gave up.
describe('what a client may sign by', () => {
  let door: SshDoorFixture;
  let home: string;
  beforeAll(async () => {
    const hostKey = freshHostKey();
    door = await SshDoorFixture.open((_, res) => res.end(), { keys: [hostKey] });
    home = await mkdtemp(join(tmpdir(), 'holdfast-signatures-'));
    await writeFile(join(home, 'known_hosts'), `door ${lineOf(hostKey)}\n`);
  });
  afterAll(async () => {
    await door.close();
    await rm(home, { recursive: true });
  });

  it('is told in names that clients know, without SHA-1', async () => {
    const key = join(home, 'key');
    await writeFile(key, madeKey('rsa', 2048).export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
    const said = await talkBySsh(door.door.port, key, [
      `UserKnownHostsFile=${join(home, 'known_hosts')}`,
      'PubkeyAcceptedAlgorithms=rsa-sha2-512',
    ]);
    const names = /server-sig-algs=<([^>]*)>/.exec(said)?.[1].split(',').sort();
    expect(names).toEqual([
      'ecdsa-sha2-nistp256',
      'ecdsa-sha2-nistp384',
      'ecdsa-sha2-nistp521',
      'rsa-sha2-256',
      'rsa-sha2-512',
      'sk-ecdsa-sha2-nistp256@openssh.com',
      'sk-ssh-ed25519@openssh.com',
      'ssh-ed25519',
    ]);
    expect(said).not.toContain('no mutual signature algorithm');
  });
});
