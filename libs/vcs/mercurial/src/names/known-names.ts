import { LRUCache } from 'lru-cache';
import {
  refsIn,
  SharedReads,
  type AnswerPart,
  type Reading,
  type RefSnapshot,
  type RefTable,
} from '@holdfast/vcs-spi';
import type { MercurialOperations, NameSort } from '../mercurial.operations.js';

/** Bytes of all that is remembered (`RefSnapshot.weight`). */
const mostRemembered = 32 << 20;
/** Weight of one that is empty. */
const least = 500;
/** Somebody who has not said how long he waits waits for so long (ms). */
const patience = 30_000;

/** Who asks for what nobody in particular waits for: one repository must not keep all others waiting. */
export const nobody = (directory: string): Reading => ({
  owner: { company: directory, account: directory },
  deadline: Date.now() + patience,
});

interface Known {
  readonly token: string;
  readonly names: RefSnapshot;
}

/** Names as they were last, which the engine confirms or replaces each time that somebody asks. */
export class KnownNames {
  private readonly known = new LRUCache<string, Known>({
    maxSize: mostRemembered,
    sizeCalculation: ({ names }) => names.weight + least,
  });

  private readonly reads = new SharedReads<RefSnapshot>();

  constructor(private readonly operations: MercurialOperations) {}

  async read(directory: string, sort: NameSort, reading = nobody(directory)): Promise<RefSnapshot> {
    const key = `${sort} ${directory}`;
    return this.reads.run(key, reading, async (shared) => {
      const before = this.known.get(key);
      const asked = { directory, sort, reading: shared, ...(before ? { token: before.token } : {}) };
      const { token, names } = await this.operations.names(asked);
      if (!names && before) return before.names;
      const next = (more: string): Promise<AnswerPart> => this.operations.nextPart({ more });
      const table = apart(await refsIn(names ?? { part: '[]' }, next));
      this.known.set(key, { token, names: table });
      return table;
    });
  }

  forget(directory: string): void {
    for (const sort of ['branch', 'tag', 'bookmark']) this.known.delete(`${sort} ${directory}`);
  }
}

/** No name is a directory of another. */
const apart = (table: RefTable): RefSnapshot => {
  const names: RefSnapshot = {
    size: table.size,
    weight: table.weight,
    get names() {
      return table.names;
    },
    get: (name) => table.get(name),
    page: (offset, limit) => table.page(offset, limit),
    collision: () => undefined,
  };
  return names;
};
