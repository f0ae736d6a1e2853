import { performance } from 'node:perf_hooks';
import {
  accessChanged,
  identityFeed,
  repositoryChanged,
  repositoryFeed,
  type AccessChanged,
  type RepositoryChanged,
} from '@holdfast/contracts';
import { Rpc, type Hearing } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';

/** Milliseconds for which it is remembered what has changed. */
export const remembered = 2_000;

/** So many changes are kept before the old ones are looked for. */
const many = 1_000;

/**
 * What others have changed of late, by the uuid of the company (whatever concerns who may do what) or the project
 * (its repositories). Times are milliseconds of a clock that never goes back.
 */
@Injectable()
export class RecentChanges {
  private readonly changes = new Map<string, number>();
  private readonly hearings: readonly Hearing[];
  private lost = -Infinity;

  constructor(rpc: Rpc) {
    const identity = rpc.hears(identityFeed);
    const repositories = rpc.hears(repositoryFeed);
    identity.on<AccessChanged>(accessChanged, ({ company }) => this.note(company));
    repositories.on<RepositoryChanged>(repositoryChanged, ({ project }) => this.note(project));
    this.hearings = [identity, repositories];
    for (const hearing of this.hearings) hearing.onLost(() => (this.lost = performance.now()));
  }

  /** Whether it is certain that nothing of these has changed since then, which is less than `remembered` ago. */
  isQuiet(uuids: readonly string[], since: number): boolean {
    if (this.lost >= since || this.hearings.some(({ deaf }) => deaf)) return false;
    return uuids.every((uuid) => (this.changes.get(uuid) ?? -Infinity) < since);
  }

  private note(uuid: string): void {
    const now = performance.now();
    if (this.changes.size >= many)
      for (const [known, at] of this.changes) if (now - at > remembered) this.changes.delete(known);
    this.changes.set(uuid, now);
  }
}
