import { DomainError, type AttributeErrors } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import type { VcsRepository } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { LocalRepositories, type LocalRepository } from '../placement/local-repositories.js';
import { PushesInFlight } from './pushes-in-flight.js';
import { RefTurns } from './ref-turns.js';

/** Moves the default reference of a repository of this node, where it lies in the repository itself. */
@Injectable()
export class HeadMover {
  constructor(
    private readonly local: LocalRepositories,
    private readonly pushes: PushesInFlight,
    private readonly turns: RefTurns,
  ) {}

  /** Why the repository cannot have this default: an empty one takes any valid name. */
  async problem(repository: LocalRepository, name: string): Promise<AttributeErrors | undefined> {
    const opened = this.local.open(repository);
    if (!opened) return undefined;
    return opened.kind.branchNameProblem(name) ?? (await absence(opened.data, name));
  }

  /**
   * Runs a change that may move HEAD by the function it is given; when the change fails afterwards, HEAD goes
   * back to where it was. Changes of one repository's HEAD take turns.
   */
  moving<T>(
    repository: LocalRepository,
    change: (move: (name: string) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const data = this.local.open(repository)?.data;
    if (!data) return change(() => Promise.resolve());
    return this.turns.run(repository.uuid, async () => {
      const before = await data.head();
      let moved = false;
      try {
        return await change(async (name) => {
          if (await absence(data, name)) throw notFound();
          await data.setHead(name);
          moved = true;
          await this.pushes.settled(repository.uuid, name);
          if (await absence(data, name)) throw notFound();
        });
      } catch (error) {
        if (moved && before !== undefined) await data.setHead(before).catch(leftMoved);
        throw error;
      }
    });
  }
}

const absence = async (data: VcsRepository, name: string): Promise<AttributeErrors | undefined> => {
  const branches = await data.branches?.snapshot();
  return branches && branches.size > 0 && branches.get(name) === undefined ? { not_found: true } : undefined;
};

const notFound = (): DomainError => DomainError.invalid({ default_identifier: { not_found: true } });

const leftMoved = (error: unknown): void =>
  log.warn({ err: error }, 'HEAD was left where a failed change put it');
