import type { CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import type { Branches } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { entriesUpTo } from '@holdfast/kernel';
import { LRUCache } from 'lru-cache';
import { Any, DataSource, type Repository } from 'typeorm';
import type { BranchView } from './branch.view.js';
import { ProtectedBranchRow } from './protected-branch.entity.js';

/**
 * Which branches are protected. This node is the only writer for its repositories, so what was read once stays
 * true in memory; a write goes to the database first, and one whose outcome is unknown makes memory forget.
 */
@Injectable()
export class ProtectedBranchStore {
  private readonly known = new LRUCache<string, Promise<Set<string>>>(entriesUpTo(20_000));

  private readonly flags: Repository<ProtectedBranchRow>;

  constructor(private readonly source: DataSource) {
    this.flags = source.getRepository(ProtectedBranchRow);
  }

  /**
   * Warm, this is a look into memory. At the first reading a flag without its branch goes: a creation that was
   * cut off left it.
   */
  of(repository: string, branches: Branches): Promise<ReadonlySet<string>> {
    const known = this.known.get(repository);
    if (known) return known;
    const reading = this.read(repository, branches);
    this.known.set(repository, reading);
    reading.catch(() => this.forget(repository, reading));
    return reading;
  }

  /** Sets the flag, or takes it away, as somebody asks for; that is recorded with it. */
  async change(
    ctx: CallContext,
    repository: string,
    branches: Branches,
    { id, uuid }: BranchView,
    { protect }: { protect: boolean },
  ): Promise<void> {
    await this.write(
      repository,
      branches,
      () =>
        audited(this.source, ctx, async (tx) => {
          const flags = tx.getRepository(ProtectedBranchRow);
          if (protect) await add(flags, repository, id);
          else await remove(flags, repository, [id]);
          return { id, uuid };
        }),
      (flags) => (protect ? flags.add(id) : flags.delete(id)),
    );
  }

  async protect(repository: string, branches: Branches, name: string): Promise<void> {
    await this.write(
      repository,
      branches,
      () => add(this.flags, repository, name),
      (flags) => flags.add(name),
    );
  }

  async unprotect(repository: string, branches: Branches, name: string): Promise<void> {
    await this.write(
      repository,
      branches,
      () => remove(this.flags, repository, [name]),
      (flags) => flags.delete(name),
    );
  }

  private async read(repository: string, branches: Branches): Promise<Set<string>> {
    const flags = (await this.flags.findBy({ repository })).map(({ name }) => name);
    if (flags.length === 0) return new Set();
    const there = await branches.snapshot();
    const stale = flags.filter((name) => there.get(name) === undefined);
    if (stale.length) await remove(this.flags, repository, stale);
    return new Set(flags.filter((name) => there.get(name) !== undefined));
  }

  /**
   * Memory is warm before anything is written: a first reading beside the write would take a flag whose branch is
   * about to be made for a left-over. A reading that began all the same, before the write was done, learns of it.
   */
  private async write(
    repository: string,
    branches: Branches,
    inDatabase: () => Promise<unknown>,
    inMemory: (flags: Set<string>) => void,
  ): Promise<void> {
    await this.of(repository, branches);
    try {
      await inDatabase();
    } catch (error) {
      this.known.delete(repository);
      throw error;
    }
    const flags = await this.known.peek(repository);
    if (flags) inMemory(flags);
  }

  private forget(repository: string, reading: Promise<Set<string>>): void {
    if (this.known.peek(repository) === reading) this.known.delete(repository);
  }
}

const add = (flags: Repository<ProtectedBranchRow>, repository: string, name: string): Promise<unknown> =>
  flags.upsert({ repository, name }, ['repository', 'name']);

const remove = (
  flags: Repository<ProtectedBranchRow>,
  repository: string,
  names: string[],
): Promise<unknown> => flags.delete({ repository, name: Any(names) });
