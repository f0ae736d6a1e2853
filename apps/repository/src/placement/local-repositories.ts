import type { Reading, Resolution, VcsKind, VcsRepository } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import { Placement } from './placement.js';

/** A repository whose data lies on this node. */
export interface LocalRepository {
  uuid: string;
  type: string;
}

/** What a commit that was sent leads to. */
export type SentCommit = Resolution | { outcome: 'malformed' };

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

  /** What a text leads to that was sent as a commit; `malformed`: no commit of this kind looks like that. */
  async commit(repository: LocalRepository, text: string, reading: Reading): Promise<SentCommit> {
    const { commitForm } = this.types.of(repository.type);
    const data = this.open(repository)?.data;
    if (!data || commitForm?.test(text) !== true) return { outcome: 'malformed' };
    return data.resolve(text, reading);
  }
}
