import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { freshHostKey, SshDoorFixture } from './ssh-door.fixture.js';
import { lineOf, talkBySsh } from './stock-ssh.fixture.js';

const made = (type: 'ecdsa' | 'rsa', bits: number): Buffer =>
  Buffer.from(ssh2.utils.generateKeyPairSync(type, { bits }).private);

describe('the host keys of the SSH door', () => {
  const [old, next] = [freshHostKey(), freshHostKey()];
  const others = [made('ecdsa', 256), made('ecdsa', 384), made('ecdsa', 521), made('rsa', 2048)];
  let directory: string;
  let known: string;
  let door: SshDoorFixture;

  /** Opens the door with these keys; what is said over it has one answer. */
  const open = async (keys: readonly Buffer[]): Promise<void> => {
    door = await SshDoorFixture.open((_, res) => res.end('hello'), { keys });
  };
  /** The stock client talks for a moment; what it says of it is answered. */
  const talk = (...options: string[]): Promise<string> =>
    talkBySsh(door.door.port, join(directory, 'key'), [
      'UpdateHostKeys=yes',
      `UserKnownHostsFile=${known}`,
      ...options,
    ]);
  /** The client has been here before, when the door had this key. */
  const know = (key: Buffer): Promise<void> => writeFile(known, `door ${lineOf(key)}\n`);
  const knownKeys = async (): Promise<string[]> =>
    (await readFile(known, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.replace(/^\S+ /, ''))
      .sort();

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'hf-host-key-proofs-'));
    known = join(directory, 'known_hosts');
    await know(old);
  });
  afterEach(async () => {
    await door.close();
    await rm(directory, { recursive: true });
  });
  const keepKey = (): Promise<void> =>
    writeFile(join(directory, 'key'), door.keyOf('developer'), { mode: 0o600 });

  it.each(['ssh-ed25519', 'rsa-sha2-256', 'rsa-sha2-512'])(
    'are learned by a stock client that knows one of them (%s)',
    async (first) => {
      await open([old, next, ...others]);
      await keepKey();
      const all = [old, next, ...others].map(lineOf).sort();
      if (first !== 'ssh-ed25519') await know(others[3]);
      const said = await talk(`HostKeyAlgorithms=${first},ssh-ed25519,ecdsa-sha2-*,rsa-sha2-*`);
      expect(said).toContain('Hello developer of acme!');
      expect(await knownKeys()).toEqual(all);
      await door.close();

      await open([next]);
      await keepKey();
      expect(await talk()).toContain('Hello developer of acme!');
    },
  );

  it('are never offered with SHA-1', async () => {
    await open([old, others[3]]);
    await keepKey();
    await know(others[3]);
    const said = await talk('HostKeyAlgorithms=ssh-rsa');
    expect(said).toMatch(/Their offer: ssh-ed25519,rsa-sha2-512,rsa-sha2-256\s*$/);
  });
});
