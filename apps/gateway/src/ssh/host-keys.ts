import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ssh2 from 'ssh2';

/** Where host keys are; `made`: they are made there where they are missing. */
export interface HostKeyPlace {
  directory: string;
  made: boolean;
}

/** The types that are made, in the order of our preference, each with its file. */
const types = [
  { name: 'ssh_host_ed25519_key', make: () => ssh2.utils.generateKeyPairSync('ed25519') },
  { name: 'ssh_host_ecdsa_key', make: () => ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 }) },
  { name: 'ssh_host_rsa_key', make: () => ssh2.utils.generateKeyPairSync('rsa', { bits: 3072 }) },
];

type KeyPair = ReturnType<typeof ssh2.utils.generateKeyPairSync>;

/** Of keys of ed25519 that ssh2 makes, one of 270 is written in a form that nobody can read: another one is made. */
export const readablePair = (make: () => KeyPair): KeyPair => {
  for (;;) {
    const pair = make();
    if (!(ssh2.utils.parseKey(pair.private) instanceof Error)) return pair;
  }
};

/**
 * The private host keys, which must stay what they are: clients remember them.
 * @throws where there is none, or one that cannot be read
 */
export const hostKeys = async ({ directory, made }: HostKeyPlace): Promise<Buffer[]> => {
  if (made) await makeMissing(directory);
  const names = (await readdir(directory)).filter((name) => /_key$/.test(name)).sort(byPreference);
  if (names.length === 0) throw new Error(`there is no SSH host key (*_key) in ${directory}`);
  return Promise.all(names.map((name) => keyIn(join(directory, name))));
};

const byPreference = (one: string, other: string): number =>
  rank(one) - rank(other) || (one < other ? -1 : 1);

const rank = (name: string): number => {
  const at = types.findIndex((type) => type.name === name);
  return at < 0 ? types.length : at;
};

const keyIn = async (file: string): Promise<Buffer> => {
  const content = await readFile(file);
  const key = ssh2.utils.parseKey(content);
  if (key instanceof Error || !key.isPrivateKey())
    throw new Error(`${file} holds no private key without a passphrase in the format of OpenSSH`);
  return content;
};

/** Several processes may do this at once: a key appears whole, and the first one stays. */
const makeMissing = async (directory: string): Promise<void> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const there = await readdir(directory);
  for (const { name, make } of types) {
    if (there.includes(name)) continue;
    const pair = readablePair(make);
    const fresh = join(directory, `.${name}.${randomUUID()}`);
    await writeFile(fresh, pair.private, { mode: 0o600 });
    const first = await link(fresh, join(directory, name)).then(
      () => true,
      () => false,
    );
    await rm(fresh);
    if (first) await writeFile(join(directory, `${name}.pub`), `${pair.public}\n`, { mode: 0o644 });
  }
};
