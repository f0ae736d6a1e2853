import { basename, dirname } from 'node:path';
import { placeOf } from '../installation/installation.js';
import { directoryKinds, inDirectories } from '../making/directory-kinds.js';
import { repositoriesOf, type Manifest } from '../making/manifest.js';
import { KnownFiles } from '../nodes/known-files.js';
import type { NodeFiles, NodePlace } from '../nodes/node-files.js';
import type { ReachedNodes } from '../nodes/reached-nodes.js';
import { restoreDirectory, type RestoredFile } from '../repositories/directory-restore.js';
import { untilUnreadable } from '../vault/readable.js';
import type { Piece, Vault } from '../vault/vault.js';
import { faultOf } from './restore-fault.js';

/** Where a repository is to lie. */
export interface RestoredPlace {
  uuid: string;
  type: string;
  node: string;
}

/** Directories of repositories that are made beside those that they will replace. */
export class Drafts {
  /** What of them is not as it should be, in words. */
  readonly problems: string[] = [];
  /** Those of it that could not be made: what is there stays. */
  readonly lost: string[] = [];
  private readonly restored = new KnownFiles<RestoredFile>();
  private readonly made: { node: NodeFiles; draft: string; at: string }[] = [];

  static async make(
    nodes: ReachedNodes,
    vault: Vault,
    manifest: Manifest,
    places: readonly RestoredPlace[],
  ): Promise<Drafts> {
    const drafts = new Drafts();
    const wanted = new Map(inDirectories(places).map((place) => [place.uuid, place]));
    for (const { node } of wanted.values())
      if (!nodes.get(node)) throw new Error(`the storage node ${node} is not here`);
    if (wanted.size === 0) return drafts;
    const lose = (why: string): void => void drafts.lost.push(why);
    const listed = untilUnreadable(repositoriesOf(vault, manifest), (why) =>
      lose(`the list of repositories: ${why}: those after that are as they were`),
    );
    try {
      for await (const { uuid, list, problem } of listed) {
        const place = wanted.get(uuid);
        if (!place) continue;
        if (problem !== undefined) drafts.problems.push(`repository ${uuid}: ${problem}`);
        if (list)
          await drafts
            .add({ node: nodes.of(place.node), at: placeOf(place) }, vault, list, place.type)
            .catch((error: unknown) => {
              lose(
                `repository ${uuid}: it cannot be put back: ${faultOf(error)}; its files are as they were`,
              );
            });
        wanted.delete(uuid);
        if (wanted.size === 0) break;
      }
    } catch (error) {
      await drafts.discard();
      throw error;
    }
    return drafts;
  }

  get count(): number {
    return this.made.length;
  }

  async place(): Promise<void> {
    for (const { node, draft, at } of this.made) {
      const old = beside(at, 'replaced');
      await node.remove(old);
      if (await node.has(at)) await node.move(at, old);
      await node.move(draft, at);
      await node.remove(old);
    }
  }

  /** Removes what was made and will not be placed. */
  async discard(): Promise<void> {
    for (const { node, draft } of this.made) await node.remove(draft);
  }

  private async add({ node, at }: NodePlace, vault: Vault, list: Piece, type: string): Promise<void> {
    const draft = beside(at, 'part');
    await node.remove(draft);
    const options = { restored: this.restored, lasting: directoryKinds.get(type)?.lasting };
    await restoreDirectory({ node, at: draft }, vault, list, options);
    this.made.push({ node, draft, at });
  }
}

const beside = (at: string, what: string): string => `${dirname(at)}/.${basename(at)}.${what}`;
