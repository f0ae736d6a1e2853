import type { Checksums } from '@holdfast/artifact-spi';
import { shareOf, type Principal } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { inSteps } from '../turns/in-steps.js';
import { checksumsInSteps } from './digests.js';

/** A computed index as it is served. */
export interface RenderedIndex {
  /** A large one as its bytes, which all have together to whom it is sent. */
  readonly text: string | Buffer;
  /** Bytes. */
  readonly size: number;
  readonly checksums: Checksums;
  readonly changed: Date;
}

/** Computed texts travel in the answer up to this size. */
export const inlineTextBytes = 512 * 1024;

const cacheBytes = 64 * 1024 * 1024;

/**
 * Names the state of the index of a directory in a repository, or in several together, in their order. Generations
 * alone do not: in installations that were put together from backups of several pasts two indexes may have the same.
 */
export const stateOf = (
  directory: string,
  states: readonly { readonly repository: string; readonly generation: string }[],
): string =>
  `${states.map(({ repository, generation }) => `${repository} ${generation}`).join()} ${directory}`;

/** Indexes that were rendered lately, each under its state (`stateOf`). */
@Injectable()
export class RenderedIndexes {
  /** False: nothing to tell. */
  private readonly cache = new LRUCache<string, RenderedIndex | false>({
    maxSize: cacheBytes,
    sizeCalculation: (index, state) => (index ? index.size : 0) + 2 * state.length + 500,
  });

  /** Those that are rendered now, by account and state. */
  private readonly underway = new Map<string, Promise<RenderedIndex | false | undefined>>();

  get(state: string): RenderedIndex | false | undefined {
    return this.cache.get(state);
  }

  /**
   * Whoever of the same account wants the same state meanwhile waits for the same rendering. It waits in the turn of
   * who wants it, so others' is another, which finds what was kept by then.
   */
  once(
    principal: Principal,
    state: string,
    render: () => Promise<RenderedIndex | false | undefined>,
  ): Promise<RenderedIndex | false | undefined> {
    const key = `${shareOf(principal)} ${state}`;
    const shared = this.underway.get(key);
    if (shared) return shared;
    const rendering = render().finally(() => this.underway.delete(key));
    this.underway.set(key, rendering);
    return rendering;
  }

  /** `content` is kept as it is, so it must not change any more. */
  async keep(state: string, content: Uint8Array | undefined, changed: Date): Promise<RenderedIndex | false> {
    const bytes = content && Buffer.from(content.buffer, content.byteOffset, content.length);
    const index = bytes
      ? {
          text: bytes.length > inlineTextBytes ? bytes : bytes.toString(),
          size: bytes.length,
          checksums: await inSteps(checksumsInSteps(bytes)),
          changed,
        }
      : false;
    this.cache.set(state, index);
    return index;
  }
}
