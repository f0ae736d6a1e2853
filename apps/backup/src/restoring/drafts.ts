import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import { unlessGone } from '@holdfast/platform/files';
import { directoryOf, type Installation } from '../installation/installation.js';
import { repositoriesOf, type Manifest } from '../making/manifest.js';
import { draftOf, restoreDirectory } from '../repositories/directory-restore.js';
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
  private readonly made: { draft: string; directory: string }[] = [];

  static async make(
    { nodes }: Installation,
    vault: Vault,
    manifest: Manifest,
    places: readonly RestoredPlace[],
  ): Promise<Drafts> {
    const drafts = new Drafts();
    const kinds = new Set<string>(vcsKinds.map(({ id }) => id));
    const wanted = new Map(places.filter(({ type }) => kinds.has(type)).map((place) => [place.uuid, place]));
    for (const { node } of wanted.values())
      if (nodes[node] === undefined) throw new Error(`the storage node ${node} is not here`);
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
          await drafts.add(directoryOf(nodes[place.node], place), vault, list).catch((error: unknown) => {
            lose(`repository ${uuid}: it cannot be put back: ${faultOf(error)}; its files are as they were`);
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
    for (const { draft, directory } of this.made) {
      const old = join(dirname(directory), `.${basename(directory)}.replaced`);
      await rm(old, { recursive: true, force: true });
      if (await stat(directory).catch(unlessGone)) await rename(directory, old);
      await rename(draft, directory);
      await rm(old, { recursive: true, force: true });
    }
  }

  /** Removes what was made and will not be placed. */
  async discard(): Promise<void> {
    for (const { draft } of this.made) await rm(draft, { recursive: true, force: true });
  }

  private async add(directory: string, vault: Vault, list: Piece): Promise<void> {
    const draft = join(dirname(directory), `.${basename(directory)}.part`);
    await mkdir(dirname(directory), { recursive: true, mode: 0o700 });
    await rm(draft, { recursive: true, force: true });
    try {
      await restoreDirectory(draft, vault, list);
    } catch (error) {
      await rm(draftOf(draft), { recursive: true, force: true });
      throw error;
    }
    this.made.push({ draft, directory });
  }
}
