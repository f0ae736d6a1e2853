import type { ArtifactIndexes, IndexContribution, IndexFacts } from './artifact-indexes.js';

/** So many names are looked at in one step. */
const namesOfStep = 4096;

/**
 * What several repositories store of a directory, as if one did: all versions, and of files with one name that of the
 * first repository. Of what clients have added the earlier repository's goes before; what is too much together is left
 * out, the later repositories' first.
 */
export class MergedFacts {
  private readonly versions = new Set<string>();
  private readonly files = new Map<string, IndexFacts['files'][number]>();
  private contribution: IndexContribution | undefined;
  private changed = -Infinity;
  private bytes = 0;
  private looked = 0;

  constructor(private readonly indexes: Pick<ArtifactIndexes, 'fill'>) {}

  /** Adds those of the next repository, in steps, as `ArtifactIndexes.derive`. */
  *add({ versions, files, contribution, changed }: IndexFacts): Generator<void, void> {
    for (const version of versions) {
      this.bytes += this.versions.has(version) ? 0 : Buffer.byteLength(version);
      this.versions.add(version);
      if (++this.looked % namesOfStep === 0) yield;
    }
    for (const file of files) {
      this.bytes += this.files.has(file.name) ? 0 : Buffer.byteLength(file.name);
      if (!this.files.has(file.name)) this.files.set(file.name, file);
      if (++this.looked % namesOfStep === 0) yield;
    }
    this.changed = Math.max(this.changed, changed.getTime());
    if (!contribution) return;
    this.contribution = this.contribution ? this.indexes.fill(this.contribution, contribution) : contribution;
    // As much as a client may add takes some milliseconds.
    yield;
  }

  /** So many versions, or files, whichever are more, and the bytes of all their names. */
  get size(): { count: number; bytes: number } {
    return { count: Math.max(this.versions.size, this.files.size), bytes: this.bytes };
  }

  get facts(): IndexFacts {
    return {
      versions: [...this.versions],
      files: [...this.files.values()],
      changed: new Date(this.changed),
      ...(this.contribution ? { contribution: this.contribution } : {}),
    };
  }
}
