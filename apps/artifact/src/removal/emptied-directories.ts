import { ancestorsOf, directoryOf, nameOf } from '@holdfast/artifact-spi';
import type { CallContext } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { hashOf, locksOf, placeOf, type Place } from '../artifact-file/place.js';
import { lockedTransaction } from '../database/locked-transaction.js';
import { countEmptied, removeEmpty } from './removal.query.js';

/**
 * Directories go with what they held last. A removal locks the outermost that it will leave empty, and not one that
 * others use: they are not to wait for it.
 */
@Injectable()
export class EmptiedDirectories {
  constructor(private readonly source: DataSource) {}

  /** What is to be locked for a removal that changes `least`: the outermost that goes with it, by what is there now. */
  async topOf({ repository, path }: Place, least: string): Promise<string> {
    const emptied = await this.above(repository, path, 'without it');
    const tops = [path, least, emptied ?? ''].filter((each) => each !== '');
    return tops.reduce((top, each) => (each.length < top.length ? each : top));
  }

  /** Removes the directory and those above it as far as they hold nothing, up to `top`, which is locked. */
  async prune(tx: EntityManager, repository: string, directory: string, top: string): Promise<void> {
    if (directory.length < top.length) return;
    const outwards = [directory, ...ancestorsOf(directory).reverse()];
    const locked = outwards.filter(({ length }) => length >= top.length);
    await removeEmpty(tx, [locked.map((each) => hashOf(repository, each))]);
  }

  /**
   * After a removal: two that are under way at the same time leave the directory above them to each other, so who ends
   * last removes it. It never fails: what was asked for is done.
   */
  async tidy(ctx: CallContext, repository: string, removed: string): Promise<void> {
    try {
      for (let below = removed; ;) {
        const top = await this.above(repository, below);
        if (top === undefined) return;
        const directory = directoryOf(below);
        const prune = (tx: EntityManager): Promise<void> => this.prune(tx, repository, directory, top);
        await lockedTransaction(this.source, locksOf(placeOf(repository, top)), prune, ctx);
        below = top;
      }
    } catch (err) {
      log.warn({ err }, 'an empty directory was left');
    }
  }

  /** The outermost of the directories above a path that hold nothing. Undefined: there is none. */
  private async above(repository: string, path: string, without?: 'without it'): Promise<string | undefined> {
    const above = ancestorsOf(path);
    if (above.length === 0) return undefined;
    const outwards = above.map((each) => hashOf(repository, each)).reverse();
    const ignored = without ? [hashOf(repository, path), nameOf(path)] : [null, null];
    const [{ emptied }] = await countEmptied(this.source, [outwards, ...ignored]);
    return above[above.length - Number(emptied)];
  }
}
