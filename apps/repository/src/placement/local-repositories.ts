import type { VcsKind, VcsRepository } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import { Placement } from './placement.js';

/** A repository whose data lies on this node. */
export interface LocalRepository {
  uuid: string;
  type: string;
}

/** Opens what lies on this storage node. */
@Injectable()
export class LocalRepositories {
  constructor(
    private readonly placement: Placement,
    private readonly types: RepositoryTypes,
  ) {}

  /** Undefined for types without a directory. */
  open(repository: LocalRepository): { kind: VcsKind; data: VcsRepository } | undefined {
    const kind = this.types.of(repository.type).vcs;
    return kind && { kind, data: kind.open(this.placement.directory(repository)) };
  }
}
