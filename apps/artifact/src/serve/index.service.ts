import type { ArtifactKind } from '@holdfast/artifact-spi';
import { DiskRoom, entriesUpTo } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { FileCall } from '../artifact-file/file-call.js';
import { FileIndexStore, type IndexState } from '../artifact-file/file-index.store.js';
import type { FactsInState } from '../artifact-file/index-facts.js';
import { HeavyTurns } from '../turns/heavy-turns.js';
import { inSteps } from '../turns/in-steps.js';
import { asForbidden, mostFacts, mostNameBytes, refuseTooMany, sizeOf } from './index-bounds.js';
import { KnownFacts } from './known-facts.js';
import { RenderedIndexes, stateOf, type RenderedIndex } from './rendered-indexes.js';

/** So often an index is read anew that has changed meanwhile. */
export const readingAttempts = 5;

/** Of whose index is asked, and by whom. */
export type IndexCall = Pick<FileCall, 'kind' | 'principal' | 'repository'>;

type FoundFacts = FactsInState | undefined;

/** Versions or files whose index is made in turns, and kept in its row. */
export const manyFacts = 2_000;

/** Bytes of what clients have added that are read outside of a turn. */
export const muchContributed = 512 * 1024;

/** So often a large index is written into its row (ms), however often it changes: each time takes room on the disk. */
const keeping = 60_000;

const isLarge = (found: FoundFacts): boolean => !!found && sizeOf(found.facts).count > manyFacts;

/**
 * Indexes, each rendered once for every state and then read by its generation: from memory, else a large one from its
 * row. However many versions an artifact has, serving its index costs one look at its state.
 */
@Injectable()
export class IndexService {
  /** Directories whose index was large when it was made last. */
  private readonly large = new LRUCache<string, true>(entriesUpTo(10_000));
  private readonly known = new KnownFacts();
  /** Those that were written into their rows lately. */
  private readonly written = new LRUCache<string, true>({ ...entriesUpTo(10_000), ttl: keeping });

  constructor(
    private readonly store: FileIndexStore,
    private readonly turns: HeavyTurns,
    private readonly rendered: RenderedIndexes,
    private readonly disk: DiskRoom,
  ) {}

  async find(call: IndexCall, directory: string): Promise<RenderedIndex | undefined> {
    for (let attempt = 0; attempt < readingAttempts; attempt += 1) {
      const state = await this.store.state(call.repository.uuid, directory);
      if (!state) return undefined;
      const index = await this.inState(call, directory, state);
      if (index !== undefined) return index || undefined;
    }
    throw new Error('an index changed faster than it could be read');
  }

  /** The index in the state that it had a moment ago. False: there is none. Undefined: the state is another by now. */
  async inState(
    call: IndexCall,
    directory: string,
    state: IndexState,
  ): Promise<RenderedIndex | false | undefined> {
    const { uuid: repository } = call.repository;
    const name = stateOf(directory, [{ repository, generation: state.generation }]);
    const kept = this.rendered.get(name);
    if (kept !== undefined) return kept;
    const load = () => this.load(repository, directory, state);
    return this.rendered.once(call.principal, name, () =>
      state.isRendered
        ? this.turns.run(call.principal, load, repository)
        : this.render(call, directory, state),
    );
  }

  private async load(
    repository: string,
    directory: string,
    { generation, changed }: IndexState,
  ): Promise<RenderedIndex | false | undefined> {
    const name = stateOf(directory, [{ repository, generation }]);
    const kept = this.rendered.get(name);
    if (kept !== undefined) return kept;
    const content = await this.store.content(repository, directory, generation);
    return content === undefined ? undefined : this.rendered.keep(name, content ?? undefined, changed);
  }

  private async render(
    { kind, principal, repository: { uuid: repository } }: IndexCall,
    directory: string,
    state: IndexState,
  ): Promise<RenderedIndex | false> {
    const find = (most: number): Promise<FoundFacts> =>
      this.store.facts(repository, directory, kind.indexes.listsFiles(directory), {
        most,
        bytes: mostNameBytes,
      });
    const key = `${repository}/${directory}`;
    if (!this.large.has(key) && state.contributed <= muchContributed) {
      const found = this.known.in(key, state) ?? (await find(manyFacts + 1));
      if (!isLarge(found)) {
        if (found && !kind.indexes.listsFiles(directory)) this.known.keep(key, found, state.contributed);
        return this.derive(kind, repository, directory, found);
      }
      this.large.set(key, true);
    }
    // Whoever waits for his turn keeps nothing of it in memory.
    const inTurn = async (): Promise<RenderedIndex | false> => {
      // Where it has changed meanwhile, who had his turn before may have made what it is now.
      const { generation } = (await this.store.state(repository, directory)) ?? state;
      const kept = this.rendered.get(stateOf(directory, [{ repository, generation }]));
      if (kept !== undefined) return kept;
      const found = await find(mostFacts + 1);
      if (found) refuseTooMany(sizeOf(found.facts));
      if (!isLarge(found)) this.large.delete(key);
      return this.derive(kind, repository, directory, found);
    };
    return this.turns.run(principal, inTurn, repository);
  }

  private async derive(
    kind: ArtifactKind,
    repository: string,
    directory: string,
    found: FoundFacts,
  ): Promise<RenderedIndex | false> {
    if (!found) return false;
    const content = await inSteps(kind.indexes.derive(directory, found.facts)).catch(asForbidden);
    // To render a small one again costs less than to write it with every deploy.
    const { generation, facts } = found;
    if (isLarge(found)) await this.write(repository, directory, generation, content);
    return this.rendered.keep(stateOf(directory, [{ repository, generation }]), content, facts.changed);
  }

  /** Into its row, where there is room for it and the log of it. */
  private async write(
    repository: string,
    directory: string,
    generation: string,
    content: Uint8Array | undefined,
  ): Promise<void> {
    const key = `${repository}/${directory}`;
    if (this.written.has(key)) return;
    const hasRoom = await this.disk.take(2 * (content?.length ?? 0)).catch(() => false);
    if (!hasRoom) return;
    this.written.set(key, true);
    await this.store.keep(repository, directory, generation, content);
  }
}
