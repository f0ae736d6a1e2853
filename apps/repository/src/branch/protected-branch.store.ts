import type { CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { statement } from '@holdfast/platform/persistence';
import type { Branches } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import type { BranchView } from './branch.view.js';

const names = statement<{ name: string }>(
  'protected_branches',
  'select name from repository.protected_branch where repository = $1',
);
const adding =
  'insert into repository.protected_branch (repository, name) values ($1, $2) on conflict do nothing';
const removing = 'delete from repository.protected_branch where repository = $1 and name = any($2)';
const add = statement<never>('protect_branch', adding);
const remove = statement<never>('unprotect_branch', removing);

/**
 * Which branches are protected. This node is the only writer for its repositories, so what was read once stays
 * true in memory; a write goes to the database first, and one whose outcome is unknown makes memory forget.
 */
@Injectable()
export class ProtectedBranchStore {
  private readonly known = new LRUCache<string, Promise<Set<string>>>({ max: 20_000 });

  constructor(private readonly source: DataSource) {}

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
          if (protect) await tx.query(adding, [repository, id]);
          else await tx.query(removing, [repository, [id]]);
          return { id, uuid };
        }),
      (flags) => (protect ? flags.add(id) : flags.delete(id)),
    );
  }

  async protect(repository: string, branches: Branches, name: string): Promise<void> {
    await this.write(
      repository,
      branches,
      () => add(this.source, [repository, name]),
      (flags) => flags.add(name),
    );
  }

  async unprotect(repository: string, branches: Branches, name: string): Promise<void> {
    await this.write(
      repository,
      branches,
      () => remove(this.source, [repository, [name]]),
      (flags) => flags.delete(name),
    );
  }

  private async read(repository: string, branches: Branches): Promise<Set<string>> {
    const flags = (await names(this.source, [repository])).map(({ name }) => name);
    if (flags.length === 0) return new Set();
    const there = await branches.snapshot();
    const stale = flags.filter((name) => there.get(name) === undefined);
    if (stale.length) await remove(this.source, [repository, stale]);
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
