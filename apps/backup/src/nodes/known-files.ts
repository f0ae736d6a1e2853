import { LRUCache } from 'lru-cache';
import { entriesUpTo } from '@holdfast/kernel';
import { smallBytes } from '../vault/content-writer.js';
import type { NodeFiles } from './node-files.js';

/** Of so many of each node something is known. */
const most = 100_000;

/**
 * What is known of large files of nodes that may have names in several repositories, as forks and their sources have:
 * each is copied, or restored, once.
 */
export class KnownFiles<Known extends object> {
  private readonly nodes = new Map<NodeFiles, LRUCache<string, Known>>();

  get(node: NodeFiles, mark: string): Known | undefined {
    return this.nodes.get(node)?.get(mark);
  }

  /** `mark`: which file it is, and as what. Small ones are not worth it, nor may one without a mark be known again. */
  set(node: NodeFiles, mark: string, size: number, known: Known): void {
    if (mark === '' || size <= smallBytes) return;
    let files = this.nodes.get(node);
    if (!files) this.nodes.set(node, (files = new LRUCache<string, Known>(entriesUpTo(most))));
    files.set(mark, known);
  }
}
