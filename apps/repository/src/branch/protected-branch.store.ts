import { DomainError, entriesUpTo, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import type { Branches } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Any, DataSource, type Repository } from 'typeorm';
import { BranchPatternRow } from './branch-pattern.entity.js';
import type { BranchView } from './branch.view.js';
import { ProtectedBranchRow } from './protected-branch.entity.js';
import { WriteGate } from '../write-gate/write-gate.js';
import { mostFlags, Protection } from './protection.js';

/**
 * Which branches are protected, by flags of their own and by patterns. This node is the only writer for its
 * repositories, so what was read once stays true in memory until the repository moves. A write goes to the database
 * first, and one whose outcome is unknown makes memory forget.
 */
@Injectable()
export class ProtectedBranchStore {
  private readonly known = new LRUCache<string, Promise<Protection>>({
    ...entriesUpTo(20_000),
    // Whoever decides by what was forgotten would not hear of a change.
    dispose: (reading) =>
      void reading.then(
        (protection) => protection.retire(),
        () => undefined,
      ),
  });

  private readonly flags: Repository<ProtectedBranchRow>;
  private readonly patterns: Repository<BranchPatternRow>;

  constructor(
    private readonly source: DataSource,
    private readonly gate: WriteGate,
  ) {
    this.flags = source.getRepository(ProtectedBranchRow);
    this.patterns = source.getRepository(BranchPatternRow);
    gate.hearOfMoves((repository) => this.known.delete(repository));
  }

  /**
   * Warm, this is a look into memory. At the first reading a flag without its branch goes: a creation that was
   * cut off left it.
   */
  of(repository: string, branches: Branches): Promise<Protection> {
    const known = this.known.get(repository);
    if (known) return known;
    const reading = this.read(repository, branches);
    this.known.set(repository, reading);
    reading.catch(() => this.forget(repository, reading));
    return reading;
  }

  /**
   * Sets the flag, or takes it away, as somebody asks for; that is recorded with it.
   * @throws DomainError `invalid` where there are as many as there may be
   */
  async change(
    ctx: CallContext,
    repository: string,
    branches: Branches,
    { id, uuid }: BranchView,
    { protect }: { protect: boolean },
  ): Promise<void> {
    if (protect) await this.mustHaveRoom(repository, branches, id);
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
      (protection) => protection.flag(id, protect),
    );
  }

  /** @throws DomainError as `change` */
  async protect(repository: string, branches: Branches, name: string): Promise<void> {
    await this.mustHaveRoom(repository, branches, name);
    await this.write(
      repository,
      branches,
      () => add(this.flags, repository, name),
      (protection) => protection.flag(name, true),
    );
  }

  async unprotect(repository: string, branches: Branches, name: string): Promise<void> {
    await this.write(
      repository,
      branches,
      () => remove(this.flags, repository, [name]),
      (protection) => protection.flag(name, false),
    );
  }

  /** Patterns come and go in the database by `write`, then in memory. */
  rewritePatterns<T>(
    repository: string,
    branches: Branches,
    write: () => Promise<T>,
    change: { gone?: string; come?: string },
  ): Promise<T> {
    return this.write(repository, branches, write, (protection) => protection.replace(change));
  }

  private async mustHaveRoom(repository: string, branches: Branches, name: string): Promise<void> {
    const { flags } = await this.of(repository, branches);
    if (flags.size >= mostFlags && !flags.has(name))
      throw DomainError.invalid({ protected: { maximum: mostFlags } });
  }

  private async read(repository: string, branches: Branches): Promise<Protection> {
    const [flags, patterns] = await Promise.all([
      this.flags.findBy({ repository }),
      this.patterns.findBy({ repository }),
    ]);
    const there = await this.withBranches(
      repository,
      branches,
      flags.map(({ name }) => name),
    );
    return new Protection(
      there,
      patterns.map(({ pattern }) => pattern),
    );
  }

  private async withBranches(repository: string, branches: Branches, flags: string[]): Promise<Set<string>> {
    if (flags.length === 0) return new Set();
    const there = await branches.snapshot();
    const stale = flags.filter((name) => there.get(name) === undefined);
    // Where it has gone to another node an old copy lies here: it tells nothing of the branches that there are.
    if (stale.length && this.gate.goneTo(repository) === undefined)
      await remove(this.flags, repository, stale);
    return new Set(flags.filter((name) => there.get(name) !== undefined));
  }

  /**
   * Memory is warm before anything is written: a first reading beside the write would take a flag whose branch is
   * about to be made for a left-over. A reading that began all the same, before the write was done, learns of it.
   */
  private async write<T>(
    repository: string,
    branches: Branches,
    inDatabase: () => Promise<T>,
    inMemory: (protection: Protection) => void,
  ): Promise<T> {
    await this.of(repository, branches);
    let written: T;
    try {
      written = await inDatabase();
    } catch (error) {
      this.known.delete(repository);
      throw error;
    }
    const protection = await this.known.peek(repository);
    if (protection) inMemory(protection);
    return written;
  }

  private forget(repository: string, reading: Promise<Protection>): void {
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
