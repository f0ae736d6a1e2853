import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoryTarget } from './memory-target.fixture.js';
import { newKey, VaultKey } from './vault/vault-key.js';
import { Vault } from './vault/vault.js';

/** A vault that is gone with the spec; the file of its key, which is a new one, lies in the directory. */
export const vaultInMemory = async (directory: string): Promise<Vault> => {
  const key = join(directory, 'key');
  await writeFile(key, newKey());
  return new Vault(new MemoryTarget(), VaultKey.read(key));
};
