import { DomainError, type AttributeErrors } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import type { Reading, VcsRepository } from '@holdfast/vcs-spi';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DefaultIdentifiers } from '../catalogue/default-identifiers.js';
import { LocalRepositories, type LocalRepository } from '../placement/local-repositories.js';
import { Placement } from '../placement/placement.js';
import { Retries } from '../ref-change/retries.js';
import { WriteGate } from '../write-gate/write-gate.js';
import { PushesInFlight } from './pushes-in-flight.js';
import { RefTurns } from './ref-turns.js';

/** Moves the default reference of a repository of this node, where it lies in the repository itself. */
@Injectable()
export class HeadMover implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly retries = new Retries();

  constructor(
    private readonly local: LocalRepositories,
    private readonly placement: Placement,
    private readonly defaults: DefaultIdentifiers,
    private readonly pushes: PushesInFlight,
    private readonly turns: RefTurns,
    private readonly gate: WriteGate,
  ) {}

  /** Moves that were cut off: wherever HEAD is now, the catalogue hears of it. */
  async onApplicationBootstrap(): Promise<void> {
    for (const cut of await this.placement.heads.before(Infinity)) await this.agree(cut);
  }

  onApplicationShutdown(): void {
    this.retries.end();
  }

  /** Why the repository cannot have this default: an empty one takes any valid name. */
  async problem(repository: LocalRepository, name: string): Promise<AttributeErrors | undefined> {
    const opened = this.local.open(repository);
    if (!opened) return undefined;
    const { kind, data } = opened;
    // With `newest` the reference of the kind is no branch, and always there.
    if (data.newest && name === kind.defaultReference) return undefined;
    return kind.branchNameProblem(name) ?? (await missingBranch(data, name));
  }

  /**
   * Runs a change that may move HEAD by the function it is given; when the change fails afterwards, HEAD goes
   * back to where it was. Changes of one repository's HEAD take turns. It is marked on the disk before HEAD moves, and
   * until HEAD and the catalogue are known to agree.
   */
  moving<T>(
    repository: LocalRepository,
    reading: Reading,
    change: (move: (name: string) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const data = this.local.open(repository)?.data;
    if (!data) return change(() => Promise.resolve());
    return this.turns.run(repository.uuid, reading, async () => {
      const before = await data.head();
      let moved = false;
      try {
        const changed = await change(async (name) => {
          if (await this.problem(repository, name)) throw notFound();
          await this.placement.heads.set(repository);
          moved = true;
          await data.setHead(name);
          await this.pushes.settled(repository.uuid, name);
          if (await this.problem(repository, name)) throw notFound();
        });
        if (moved) await this.placement.heads.clear(repository).catch(leftMarked);
        return changed;
      } catch (error) {
        if (moved && before !== undefined) await data.setHead(before).catch(leftMoved);
        if (moved) await this.agree(repository);
        throw error;
      }
    });
  }

  /** The database may have made a change whose outcome it did not tell. It is tried until it works. */
  private async agree({ uuid, type }: LocalRepository): Promise<void> {
    const attempt = async (): Promise<void> => {
      const data = this.local.open({ uuid, type })?.data;
      if (data && !this.gate.goneTo(uuid) && (await this.placement.holds({ uuid, type })))
        await this.defaults.agree(uuid, data);
      await this.placement.heads.clear({ uuid, type });
    };
    await attempt().catch(() => this.retries.begin(() => this.turns.run(uuid, undefined, attempt)));
  }
}

/**
 * Why a repository cannot have a branch as its default. The others are looked at only where it is not there: there may
 * be more of them than are listed.
 */
export const missingBranch = async (
  { branches }: VcsRepository,
  name: string,
): Promise<AttributeErrors | undefined> => {
  if (!branches || (await branches.find(name)) !== undefined) return undefined;
  return (await branches.snapshot()).size > 0 ? { not_found: true } : undefined;
};

const notFound = (): DomainError => DomainError.invalid({ default_identifier: { not_found: true } });

const leftMarked = (error: unknown): void =>
  log.warn({ err: error }, 'the mark of a change of HEAD was left behind');

const leftMoved = (error: unknown): void =>
  log.warn({ err: error }, 'HEAD was left where a failed change put it');
