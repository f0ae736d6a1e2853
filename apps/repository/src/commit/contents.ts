import { DomainError, repositoryOf, type CallContext, type RepositoryScope } from '@holdfast/kernel';
import type { Log, Reading, VcsRepository } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { LocalRepositories } from '../placement/local-repositories.js';
import { readingOf } from '../placement/reading-of.js';
import { endsOf } from './range.rules.js';

/** A repository of this node in which something is read. */
export interface ReadableRepository {
  repository: RepositoryScope;
  data: VcsRepository;
  log: Log;
  reading: Reading;
}

/** A repository of which two commits are compared. */
export interface ComparedCommits extends ReadableRepository {
  base: string;
  head: string;
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

  /** The two commits that `base...head` names. @throws DomainError `not_found` where it does not name two */
  async between(ctx: CallContext, range: string): Promise<ComparedCommits> {
    const at = this.of(ctx);
    const ends = endsOf(range);
    const [base, head] = at && ends ? await Promise.all(ends.map((end) => at.log.find(end, at.reading))) : [];
    if (!at || base === undefined || head === undefined) throw DomainError.notFound();
    return { ...at, base, head };
  }
}
