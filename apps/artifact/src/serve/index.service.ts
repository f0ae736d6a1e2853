import type { ArtifactKind, Checksums } from '@holdfast/artifact-spi';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { FileCall } from '../artifact-file/file-call.js';
import { FileIndexStore, type IndexState } from '../artifact-file/file-index.store.js';
import { HeavyTurns } from '../turns/heavy-turns.js';
import { inSteps } from '../turns/in-steps.js';
import { checksumsOf } from './digests.js';

/** A computed index as it is served. */
export interface RenderedIndex {
  readonly text: string;
  /** Bytes. */
  readonly size: number;
  readonly checksums: Checksums;
  readonly changed: Date;
}

const cacheBytes = 64 * 1024 * 1024;
const attempts = 5;

/** Of whose index is asked, and by whom. */
type IndexCall = Pick<FileCall, 'kind' | 'principal' | 'repository'>;

type FoundFacts = Awaited<ReturnType<FileIndexStore['facts']>>;

/** Versions or files whose index is made in turns. */
const many = 2_000;

const isLarge = (found: FoundFacts): boolean =>
  found !== undefined && Math.max(found.facts.versions.length, found.facts.files.length) > many;

/**
 * Indexes, each rendered once for every state and then read by its generation: from memory, else from its row. However many
 * versions an artifact has, serving its index costs one look at its state.
 */
@Injectable()
export class IndexService {
  /** By generation, which no two states share; false: nothing to tell. */
  private readonly cache = new LRUCache<string, RenderedIndex | false>({
    maxSize: cacheBytes,
    sizeCalculation: (index) => (index ? index.size : 0) + 512,
  });

  /** Those that are rendered now, by generation. */
  private readonly underway = new Map<string, Promise<RenderedIndex | false>>();

  constructor(
    private readonly store: FileIndexStore,
    private readonly turns: HeavyTurns,
  ) {}

  async find(call: IndexCall, directory: string): Promise<RenderedIndex | undefined> {
    const repository = call.repository.uuid;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const state = await this.store.state(repository, directory);
      if (!state) return undefined;
      const index =
        this.cache.get(state.generation) ??
        (state.isRendered
          ? await this.load(repository, directory, state)
          : await this.once(state.generation, () => this.render(call, directory)));
      if (index !== undefined) return index || undefined;
    }
    throw new Error('an index changed faster than it could be read');
  }

  /** Undefined if the state is another by now. */
  private async load(
    repository: string,
    directory: string,
    { generation, changed }: IndexState,
  ): Promise<RenderedIndex | false | undefined> {
    const content = await this.store.content(repository, directory, generation);
    return content === undefined ? undefined : this.remember(generation, content ?? undefined, changed);
  }

  private once(
    generation: string,
    render: () => Promise<RenderedIndex | false>,
  ): Promise<RenderedIndex | false> {
    const shared = this.underway.get(generation);
    if (shared) return shared;
    const rendering = render().finally(() => this.underway.delete(generation));
    this.underway.set(generation, rendering);
    return rendering;
  }

  private async render(
    { kind, principal, repository: { uuid: repository } }: IndexCall,
    directory: string,
  ): Promise<RenderedIndex | false> {
    const find = (): Promise<FoundFacts> =>
      this.store.facts(repository, directory, kind.indexes.listsFiles(directory));
    const found = await find();
    if (!isLarge(found)) return this.derive(kind, repository, directory, found);
    // Whoever waits for his turn keeps nothing of it in memory.
    const again = async (): Promise<RenderedIndex | false> =>
      this.derive(kind, repository, directory, await find());
    return this.turns.run(principal, again, repository);
  }

  private async derive(
    kind: ArtifactKind,
    repository: string,
    directory: string,
    found: FoundFacts,
  ): Promise<RenderedIndex | false> {
    if (!found) return false;
    const content = await inSteps(kind.indexes.derive(directory, found.facts));
    await this.store.keep(repository, directory, found.generation, content);
    return this.remember(found.generation, content, found.facts.changed);
  }

  private remember(
    generation: string,
    content: Uint8Array | undefined,
    changed: Date,
  ): RenderedIndex | false {
    const index = content
      ? {
          text: Buffer.from(content).toString(),
          size: content.length,
          checksums: checksumsOf(content),
          changed,
        }
      : false;
    this.cache.set(generation, index);
    return index;
  }
}
