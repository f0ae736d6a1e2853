import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { unlessGone } from '@holdfast/platform/files';
import { directoryOf, type Installation } from '../installation/installation.js';
import { repositoriesOf, type Manifest } from '../making/manifest.js';
import { restoreDirectory } from '../repositories/directory-restore.js';
import type { Piece, Vault } from '../vault/vault.js';

/** Where a repository is to lie. */
export interface RestoredPlace {
  uuid: string;
  type: string;
  node: string;
}

/** Directories of repositories that are made beside those that they will replace. */
export class Drafts {
  readonly problems: string[] = [];
  private readonly made: { draft: string; directory: string }[] = [];

  static async make(
    { nodes }: Installation,
    vault: Vault,
    manifest: Manifest,
    places: readonly RestoredPlace[],
  ): Promise<Drafts> {
    const drafts = new Drafts();
    const wanted = new Map(places.map((place) => [place.uuid, place]));
    for await (const { uuid, list, problem } of repositoriesOf(vault, manifest)) {
      const place = wanted.get(uuid);
      if (!place) continue;
      const data = nodes[place.node];
      if (data === undefined) throw new Error(`the storage node ${place.node} is not here`);
      if (problem !== undefined) drafts.problems.push(`repository ${uuid}: ${problem}`);
      if (list) await drafts.add(directoryOf(data, place), vault, list);
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
    await restoreDirectory(draft, vault, list);
    this.made.push({ draft, directory });
  }
}
