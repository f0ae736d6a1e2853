import type { IndexContribution } from '@holdfast/artifact-spi';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { FileIndexRow } from './file-index.entity.js';
import {
  contribute,
  findContent,
  findFacts,
  findState,
  keepContent,
  touchIndexes,
} from './file-index.query.js';
import { factsOf, type FactsInState } from './index-facts.js';
import { directoriesAbove, hashOf, type Place } from './place.js';

/** Which state of an index holds, and when it came to be. */
export interface IndexState {
  readonly generation: string;
  readonly changed: Date;
  /** True if the index was rendered in this state. */
  readonly isRendered: boolean;
  /** Bytes of what clients have added. */
  readonly contributed: number;
  /** It came from that state, by this version and nothing else. */
  readonly added?: { readonly to: string; readonly version: string };
}

/** Every query on the state of indexes. */
@Injectable()
export class FileIndexStore {
  constructor(private readonly source: DataSource) {}

  async state(repository: string, directory: string): Promise<IndexState | undefined> {
    const [row] = await findState(this.source, [hashOf(repository, directory)]);
    if (!row) return undefined;
    const { generation, changedAt: changed, isRendered, contributed, added: version, addedTo: to } = row;
    const added = version !== null && to !== null ? { added: { to, version } } : {};
    return { generation, changed, isRendered, contributed, ...added };
  }

  /** What was rendered in this state; undefined if the state is another by now, null if there is nothing to tell. */
  async content(
    repository: string,
    directory: string,
    generation: string,
  ): Promise<Buffer | null | undefined> {
    return (await findContent(this.source, [hashOf(repository, directory), generation]))[0]?.content;
  }

  /**
   * What the index is to be computed from, with the state that it belongs to. `files`: those of the directory are
   * wanted. `most`: so many versions, and so many files, are read; of each no more behind those that have more bytes
   * than `bytes`.
   */
  async facts(
    repository: string,
    directory: string,
    files: boolean,
    { most, bytes }: { most: number; bytes: number },
  ): Promise<FactsInState | undefined> {
    return factsOf(await findFacts(this.source, [hashOf(repository, directory), files, most, bytes]));
  }

  /** Keeps what was rendered, unless the state is another by now. */
  async keep(
    repository: string,
    directory: string,
    generation: string,
    content: Uint8Array | undefined,
  ): Promise<void> {
    await keepContent(this.source, [
      hashOf(repository, directory),
      generation,
      content ? Buffer.from(content.buffer, content.byteOffset, content.length) : null,
    ]);
  }

  /** What clients added to an index whose path is locked, and for how many bytes it counts. */
  async contribution(
    tx: EntityManager,
    { hash }: Place,
  ): Promise<{ added: IndexContribution; bytes: number } | undefined> {
    const index = await tx.findOneBy(FileIndexRow, { directory: hash });
    return index?.contribution ? { added: index.contribution, bytes: index.contributed } : undefined;
  }

  /** Sets what clients added, which counts as stored, and as a change of the index. Its path is locked. */
  async contribute(
    tx: EntityManager,
    place: Place,
    contribution: IndexContribution | undefined,
  ): Promise<void> {
    const directories = directoriesAbove(place);
    const text = contribution ? JSON.stringify(contribution) : null;
    await contribute(tx, [
      place.repository,
      place.hash,
      text,
      text === null ? 0 : Buffer.byteLength(text),
      directories.map(({ hash }) => hash),
      directories.map(({ parent }) => parent),
      directories.map(({ name }) => name),
    ]);
  }

  /** The facts of these indexes have changed, if they have a state. Removals are locked out. */
  async touch(tx: EntityManager, repository: string, directories: readonly string[]): Promise<void> {
    await touchIndexes(tx, [directories.map((directory) => hashOf(repository, directory))]);
  }
}
