import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** @import { FSWatcher } from 'node:fs' */

/** An editor writes several files at once (ms). */
const settling = 100;

/**
 * Changes of the TypeScript files below some directories. Each directory is watched by itself: Node's recursive watch
 * follows files, and loses one that is replaced, as most editors and git do when they write.
 */
export class SourceChanges {
  #changed = false;
  /** @type {(() => void) | undefined} */
  #wake;
  /** @type {Map<string, FSWatcher>} */
  #watchers = new Map();

  /** @param {string[]} directories */
  constructor(directories) {
    for (const directory of directories) this.#follow(directory);
  }

  /** Counts as a change. */
  note() {
    this.#changed = true;
    this.#wake?.();
  }

  /** Resolves when something has changed since the last time. */
  async next() {
    if (!this.#changed) await /** @type {Promise<void>} */ (new Promise((done) => (this.#wake = done)));
    await sleep(settling);
    this.#changed = false;
  }

  end() {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Watches a directory and those in it. One that has gone is not watched. @param {string} directory */
  #follow(directory) {
    if (this.#watchers.has(directory)) return;
    try {
      const watcher = watch(directory, (_event, name) => this.#seen(directory, name));
      watcher.on('error', () => this.#forget(directory));
      this.#watchers.set(directory, watcher);
      for (const entry of readdirSync(directory, { withFileTypes: true }))
        if (entry.isDirectory()) this.#follow(join(directory, entry.name));
    } catch {
      this.#forget(directory);
    }
  }

  /** @param {string} directory @param {string | null} name */
  #seen(directory, name) {
    if (name === null || name.endsWith('.ts')) return this.note();
    const inside = join(directory, name);
    // It may have gone and come again, and files may have been written to it before it was watched.
    this.#forget(inside);
    this.#follow(inside);
    if (this.#watchers.has(inside)) this.note();
  }

  /** @param {string} directory */
  #forget(directory) {
    this.#watchers.get(directory)?.close();
    this.#watchers.delete(directory);
  }
}
