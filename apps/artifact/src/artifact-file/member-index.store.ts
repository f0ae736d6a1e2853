import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { indexFacts, type FactsInState } from './index-facts.js';
import type { IndexState } from './file-index.store.js';
import { findFactsOfAll, findStates } from './member-index.query.js';
import { hashOf, keysOf } from './place.js';

/** The state of an index, and whose it is. */
export interface MemberIndexState extends IndexState {
  /** Uuid. */
  readonly repository: string;
}

/** What an index is computed from, and whose it is. */
export interface MemberFacts extends FactsInState {
  /** Uuid. */
  readonly repository: string;
}

/** Every query on the indexes of several repositories together. Answers are in the order of the repositories. */
@Injectable()
export class MemberIndexStore {
  constructor(private readonly source: DataSource) {}

  /** Of those repositories whose directory has an index. */
  async states(repositories: readonly string[], directory: string): Promise<MemberIndexState[]> {
    const rows = await findStates(this.source, [keysOf(repositories, directory)]);
    return inOrder(repositories, directory, rows).map(
      ([repository, { generation, changedAt: changed, isRendered, contributed }]) => ({
        repository,
        generation,
        changed,
        isRendered,
        contributed,
      }),
    );
  }

  /**
   * As the database has them at one moment. `files`: those of the directory are wanted. `most`: so many versions and
   * files of each repository are read.
   */
  async facts(
    repositories: readonly string[],
    directory: string,
    files: boolean,
    most: number,
  ): Promise<MemberFacts[]> {
    const rows = await findFactsOfAll(this.source, [keysOf(repositories, directory), files, most]);
    return inOrder(repositories, directory, rows).map(([repository, row]) => ({
      repository,
      ...indexFacts(row),
    }));
  }
}

const inOrder = <R extends { directory: Buffer }>(
  repositories: readonly string[],
  directory: string,
  rows: readonly R[],
): [repository: string, row: R][] => {
  const found = new Map(rows.map((row) => [row.directory.toString('hex'), row]));
  return repositories.flatMap((repository): [string, R][] => {
    const row = found.get(hashOf(repository, directory).toString('hex'));
    return row ? [[repository, row]] : [];
  });
};
