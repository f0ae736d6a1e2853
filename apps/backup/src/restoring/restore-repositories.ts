import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { dataOf, directoryOf, type Installation } from '../installation/installation.js';
import { repositoriesOf, type Manifest } from '../making/manifest.js';
import { draftOf, restoreDirectory } from '../repositories/directory-restore.js';
import { untilUnreadable } from '../vault/readable.js';
import type { Piece, Vault } from '../vault/vault.js';
import { faultOf } from './restore-fault.js';

/** Puts all repositories of a backup in their places. What cannot be put back keeps none of the others away. */
export const restoreRepositories = async (
  installation: Installation,
  manifest: Pick<Manifest, 'repositories'>,
  vault: Vault,
  done: { repositories: number; problems: string[] },
): Promise<void> => {
  const all = untilUnreadable(repositoriesOf(vault, manifest), (why) =>
    done.problems.push(`the list of repositories: ${why}: those after that are missing`),
  );
  for await (const repository of all) {
    if (!repository.list) continue;
    const directory = directoryOf(dataOf(installation, repository.node), repository);
    try {
      await restoreAt(directory, vault, repository.list);
      done.repositories += 1;
    } catch (error) {
      const why = faultOf(error);
      await rm(draftOf(directory), { recursive: true, force: true });
      done.problems.push(`repository ${repository.uuid}: it cannot be put back: ${why}`);
    }
  }
};

const restoreAt = async (directory: string, vault: Vault, list: Piece): Promise<void> => {
  await mkdir(dirname(directory), { recursive: true, mode: 0o700 });
  await restoreDirectory(directory, vault, list);
};
