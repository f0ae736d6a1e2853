import { DomainError } from '@holdfast/kernel';
import { refsIn, RefTable, SharedReads, VcsRefusal, type AnswerPart, type Reading } from '@holdfast/vcs-spi';
import { LRUCache } from 'lru-cache';
import { youngestIn } from '../process/youngest.js';
import type { RefSort } from '../reading/ref-reader.js';
import type { SubversionOperations } from '../subversion.operations.js';

/** Branches and tags of a repository as they are at one revision. */
export interface RefsAt {
  revision: number;
  branches: RefTable;
  tags: RefTable;
}

/** Bytes of all that is remembered (`RefSnapshot.weight`). */
const mostKept = 64 << 20;
/** Weight of one that is empty. */
const least = 500;
/** The same of what was asked for by name. */
const mostFound = 4 << 20;
/** Of so many repositories it is remembered that they have too many branches and tags. */
const mostRefused = 10_000;

/** Branches and tags as far as they have been read: they are what they are until there is another revision. */
export class RefsCache {
  private readonly kept = new LRUCache<string, RefsAt>({
    maxSize: mostKept,
    sizeCalculation: ({ branches, tags }) => branches.weight + tags.weight + least,
  });
  private readonly reads = new SharedReads<RefsAt>();
  /** How often what was kept was dropped, of whichever repository. */
  private drops = 0;
  /** The revisions at which there were too many. */
  private readonly refused = new LRUCache<string, number>({ max: mostRefused });

  /** Those that were asked for by their names. */
  private readonly found = new LRUCache<string, { revision: number; commit: string | null }>({
    maxSize: mostFound,
    sizeCalculation: (_, key) => key.length + least,
  });

  constructor(private readonly operations: Pick<SubversionOperations, 'refs' | 'nextPart' | 'ref'>) {}

  /** @throws DomainError `invalid` where they are more than are told */
  async of(directory: string, reading: Reading): Promise<RefsAt> {
    const known = this.known(directory, await youngestIn(directory));
    return known ?? this.reads.run(directory, reading, (shared) => this.read(directory, shared));
  }

  /** One of them. Where the others are not in memory they are not read for it. */
  async find(directory: string, sort: RefSort, name: string, reading: Reading): Promise<string | undefined> {
    const revision = await youngestIn(directory);
    if (revision === 0) return undefined;
    const known = this.kept.get(directory);
    if (known?.revision === revision) return (sort === 'branch' ? known.branches : known.tags).get(name);
    const key = `${directory}\n${sort} ${name}`;
    const before = this.found.get(key);
    if (before?.revision === revision) return before.commit ?? undefined;
    const asked = { directory, reading, revision: String(revision), sort, name };
    const commit = await this.operations.ref(asked);
    this.found.set(key, { revision, commit });
    return commit ?? undefined;
  }

  drop(directory: string): void {
    this.kept.delete(directory);
    this.drops += 1;
    this.refused.delete(directory);
    for (const key of this.found.keys()) if (key.startsWith(`${directory}\n`)) this.found.delete(key);
  }

  private known(directory: string, revision: number): RefsAt | undefined {
    if (revision === 0) return noRefs;
    const known = this.kept.get(directory);
    if (known?.revision === revision) return known;
    if (this.refused.get(directory) === revision) throw tooMany();
    return undefined;
  }

  private async read(directory: string, reading: Reading): Promise<RefsAt> {
    const revision = await youngestIn(directory);
    // Another may have read them meanwhile.
    const known = this.known(directory, revision);
    if (known) return known;
    const { drops } = this;
    const asked = { directory, reading, revision: String(revision) };
    const found = await this.operations.refs(asked).catch((error: unknown) => {
      if (!(error instanceof VcsRefusal && error.code === 'too_large')) throw error;
      this.refused.set(directory, revision);
      throw tooMany();
    });
    const next = (more: string): Promise<AnswerPart> => this.operations.nextPart({ more });
    const [branches, tags] = await Promise.all([refsIn(found.branches, next), refsIn(found.tags, next)]);
    const refs = { revision, branches, tags };
    if (this.drops === drops) this.kept.set(directory, refs);
    return refs;
  }
}

const noRefs: RefsAt = { revision: 0, branches: RefTable.of([], []), tags: RefTable.of([], []) };

const tooMany = (): DomainError => DomainError.invalid({ repository: { invalid: true } });
