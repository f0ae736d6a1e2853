import { hasTables } from '../database/database-copy.js';
import { journalAt, type Installation } from '../installation/installation.js';
import type { ReachedNodes } from '../nodes/reached-nodes.js';
import { repositoriesOf, type Manifest } from '../making/manifest.js';
import { untilUnreadable, whyUnreadable } from '../vault/readable.js';
import type { Vault } from '../vault/vault.js';

/**
 * Looks for all that would end the restore of a whole backup, before anything has changed: what cannot be read of
 * repositories and artifacts does not, but there is no installation without its rows.
 * @throws Error where something does
 */
export const refuseUnrestorable = async (
  { installation, nodes }: { installation: Installation; nodes: ReachedNodes },
  manifest: Manifest,
  vault: Vault,
): Promise<void> => {
  await refuseUnlessEmpty(installation, nodes, manifest);
  for await (const { node, list } of untilUnreadable(repositoriesOf(vault, manifest), () => undefined))
    if (list) nodes.of(node);
  for (const { name, tables } of manifest.schemas)
    for (const table of tables)
      try {
        for await (const bytes of vault.read(table.content)) void bytes;
      } catch (error) {
        throw new Error(`the rows of ${name}.${table.name} cannot be read: ${whyUnreadable(error)}`, {
          cause: error,
        });
      }
};

const refuseUnlessEmpty = async (
  installation: Installation,
  nodes: ReachedNodes,
  manifest: Manifest,
): Promise<void> => {
  const refuse = (what: string): never => {
    throw new Error(
      `there is something in ${what} already: restore into an installation that has nothing yet`,
    );
  };
  for (const node of Object.keys(manifest.journals))
    if (await nodes.of(node).has(journalAt)) refuse(installation.nodes[node]);
  for (const owner of installation.schemas)
    if (await hasTables(owner)) refuse(`the schema ${owner.name} of the database`);
};
