import { actor, repositoryOf, shareOf, type CallContext, type RepositoryScope } from '@holdfast/kernel';
import type { Log, Reading, VcsRepository } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { LocalRepositories } from '../placement/local-repositories.js';

/** A repository of this node in which something is read. */
export interface ReadableRepository {
  repository: RepositoryScope;
  data: VcsRepository;
  log: Log;
  reading: Reading;
}

/** Opens repositories to read what is in them. */
@Injectable()
export class Contents {
  constructor(private readonly local: LocalRepositories) {}

  /** Undefined where the kind has no commits. */
  of(ctx: CallContext): ReadableRepository | undefined {
    const repository = repositoryOf(ctx);
    const data = this.local.open(repository)?.data;
    return data?.log && { repository, data, log: data.log, reading: readingOf(ctx) };
  }
}

/** For whom is read, and until when somebody waits for it. */
const readingOf = (ctx: CallContext): Reading => {
  const principal = actor(ctx);
  return {
    owner: { company: principal.company.uuid, account: shareOf(principal) },
    deadline: ctx.deadline,
  };
};
