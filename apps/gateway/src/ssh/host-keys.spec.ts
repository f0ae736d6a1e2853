import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { hostKeys, readablePair } from './host-keys.js';

const fresh = (): Promise<string> => mkdtemp(join(tmpdir(), 'hf-host-keys-'));
const typeOf = (key: Buffer): string => {
  const parsed = ssh2.utils.parseKey(key);
  return parsed instanceof Error ? parsed.message : parsed.type;
};

describe('host keys', () => {
  it('are made of three types, for their owner only, and stay', async () => {
    const directory = join(await fresh(), 'ssh');
    const made = await hostKeys({ directory, made: true });
    expect(made.map(typeOf)).toEqual(['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ssh-rsa']);
    expect((await stat(join(directory, 'ssh_host_rsa_key'))).mode & 0o777).toBe(0o600);
    expect(await hostKeys({ directory, made: true })).toEqual(made);
    expect((await readdir(directory)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('are made again until they can be read', () => {
    const good = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 });
    const made = [{ ...good, private: 'torn' }, { ...good, private: '' }, good];
    expect(readablePair(() => made.shift() ?? good)).toBe(good);
    expect(made).toEqual([]);
  });

  it('are the same for all who begin at once', async () => {
    const directory = await fresh();
    const [one, other] = await Promise.all([1, 2].map(() => hostKeys({ directory, made: true })));
    expect(await readFile(join(directory, 'ssh_host_ed25519_key'))).toEqual(one[0]);
    expect(other).toEqual(one);
  });

  it('come in the order of their types where they have our names, and before all others, which come by name', async () => {
    const directory = await fresh();
    const made = await hostKeys({ directory, made: true });
    const [other, another] = [1, 2].map(() => readablePair(() => ssh2.utils.generateKeyPairSync('ed25519')));
    await writeFile(join(directory, 'b_key'), another.private);
    await writeFile(join(directory, 'a_key'), other.private);
    const found = (await hostKeys({ directory, made: false })).map(String);
    expect(found).toEqual([...made.map(String), other.private, another.private]);
  });

  it('are never made in a directory of the operator', async () => {
    const directory = await fresh();
    await expect(hostKeys({ directory, made: false })).rejects.toThrow('there is no SSH host key');
    await writeFile(join(directory, 'ssh_host_ed25519_key'), 'no key');
    await expect(hostKeys({ directory, made: false })).rejects.toThrow('holds no private key');
  });
});
