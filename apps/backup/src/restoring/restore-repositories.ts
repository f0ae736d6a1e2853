import { placeOf } from '../installation/installation.js';
import { directoryKinds } from '../making/directory-kinds.js';
import { repositoriesOf, type Manifest } from '../making/manifest.js';
import { KnownFiles } from '../nodes/known-files.js';
import type { ReachedNodes } from '../nodes/reached-nodes.js';
import { restoreDirectory, type RestoredFile } from '../repositories/directory-restore.js';
import { untilUnreadable } from '../vault/readable.js';
import type { Vault } from '../vault/vault.js';
import { faultOf } from './restore-fault.js';

/** Puts all repositories of a backup in their places. What cannot be put back keeps none of the others away. */
export const restoreRepositories = async (
  nodes: ReachedNodes,
  manifest: Pick<Manifest, 'repositories'>,
  vault: Vault,
  done: { repositories: number; problems: string[] },
): Promise<void> => {
  const all = untilUnreadable(repositoriesOf(vault, manifest), (why) =>
    done.problems.push(`the list of repositories: ${why}: those after that are missing`),
  );
  const restored = new KnownFiles<RestoredFile>();
  for await (const repository of all) {
    if (!repository.list) continue;
    const node = nodes.of(repository.node);
    try {
      const options = { restored, lasting: directoryKinds.get(repository.type)?.lasting };
      await restoreDirectory({ node, at: placeOf(repository) }, vault, repository.list, options);
      done.repositories += 1;
    } catch (error) {
      const why = faultOf(error);
      done.problems.push(`repository ${repository.uuid}: it cannot be put back: ${why}`);
    }
  }
};
