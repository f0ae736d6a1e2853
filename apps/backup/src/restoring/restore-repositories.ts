import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { dataOf, directoryOf, type Installation } from '../installation/installation.js';
import { repositoriesOf, type Manifest } from '../making/manifest.js';
import { draftOf, restoreDirectory } from '../repositories/directory-restore.js';
import { Unreadable } from '../vault/vault-key.js';
import type { Piece, Vault } from '../vault/vault.js';

/** What a system says of a path, and not of the disk on which it lies. */
const ofPaths: readonly unknown[] = ['ENAMETOOLONG', 'EINVAL', 'EILSEQ', 'EEXIST', 'EISDIR', 'ENOTDIR'];

/** Puts all repositories of a backup in their places. What cannot be put back keeps none of the others away. */
export const restoreRepositories = async (
  installation: Installation,
  manifest: Pick<Manifest, 'repositories'>,
  vault: Vault,
  done: { repositories: number; problems: string[] },
): Promise<void> => {
  for await (const repository of repositoriesOf(vault, manifest)) {
    if (!repository.list) continue;
    const directory = directoryOf(dataOf(installation, repository.node), repository);
    try {
      await restoreAt(directory, vault, repository.list);
      done.repositories += 1;
    } catch (error) {
      const why = faultOf(error);
      if (why === undefined) throw error;
      await rm(draftOf(directory), { recursive: true, force: true });
      done.problems.push(`repository ${repository.uuid}: it cannot be put back: ${why}`);
    }
  }
};

const restoreAt = async (directory: string, vault: Vault, list: Piece): Promise<void> => {
  await mkdir(dirname(directory), { recursive: true, mode: 0o700 });
  await restoreDirectory(directory, vault, list);
};

/** What is wrong with what was to be restored; undefined: it would fail with everything else too. */
const faultOf = (error: unknown): string | undefined => {
  if (error instanceof Unreadable) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return ofPaths.includes(code) ? code : undefined;
};
