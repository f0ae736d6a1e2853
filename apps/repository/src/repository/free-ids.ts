import type { AttributeErrors } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { RepositoryTypes, type RepositoryType } from '../catalogue/repository-types.js';
import { idProblem } from './repository.rules.js';

/** Which ids new repositories may have. */
@Injectable()
export class FreeIds {
  constructor(
    private readonly store: RepositoryStore,
    private readonly types: RepositoryTypes,
  ) {}

  /**
   * Why a text of the right characters and length cannot be the id of a new repository of the project (uuid).
   * `project`, `type`: undefined where they are not known.
   */
  async problemOf(
    project: string | undefined,
    id: string,
    type: RepositoryType | undefined,
  ): Promise<AttributeErrors | undefined> {
    const problem = idProblem(id, type ?? { slashInIds: true }, this.types.reservedEndings);
    if (problem || project === undefined) return problem;
    return (await this.store.isTaken(project, id)) ? { reserved: true } : undefined;
  }
}
