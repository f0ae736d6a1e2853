import { identityCalls, limitedOwner, type Standing, type StorageOwner } from '@holdfast/contracts';
import type { CallContext, Principal, ProjectScope } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import type { Abilities } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { abilitiesOf } from '../branch/ref-rules.js';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { repositoryScope } from '../catalogue/repository-scope.js';
import { RepositoryStore } from '../catalogue/repository.store.js';

/** What somebody may do to a repository as it is. */
export interface WriterStanding {
  row: RepositoryRow;
  abilities: Abilities;
  /** As they are now; undefined where he may do nothing. */
  caller: Principal | undefined;
  project: ProjectScope | undefined;
}

/** Says what who wants to write may do now, whatever he was let in with. */
@Injectable()
export class WriterStandings {
  constructor(
    private readonly rpc: Rpc,
    private readonly store: RepositoryStore,
  ) {}

  /**
   * `repository`: a uuid. Undefined: nobody writes to it any more. Fails when identity or the database does not answer.
   */
  async of(
    { requestId, deadline }: Pick<CallContext, 'requestId' | 'deadline'>,
    standing: Standing,
    repository: string,
  ): Promise<WriterStanding | undefined> {
    const [{ project, caller }, row] = await Promise.all([
      this.rpc.call(identityCalls.standing, { requestId, deadline }, standing),
      this.store.findByUuid(repository),
    ]);
    if (!row || row.deletedAt || project?.deleted) return undefined;
    return { row, abilities: abilitiesOf(caller, project), caller, project };
  }
}

/** Under which storage limits is what is written to a repository; undefined: under none. */
export const storageOwnerOf = (
  row: RepositoryRow,
  project: ProjectScope | undefined,
): StorageOwner | undefined => project && limitedOwner({ uuid: row.company }, project, repositoryScope(row));
