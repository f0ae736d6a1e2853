import type { ServerResponse } from 'node:http';

/** How many exchanges there are with a repository. */
export interface Occupants {
  reads: number;
  /** With those that may begin, as there are tickets for them. */
  writes: number;
}

/** The exchanges that are under way, by repository (uuid). */
export class Occupancy {
  private readonly repositories = new Map<
    string,
    { reads: Set<ServerResponse>; writes: Set<ServerResponse> }
  >();

  /** Answers what to call when it is over. */
  enter(repository: string, writes: boolean, response: ServerResponse): () => void {
    const known = this.repositories.get(repository) ?? { reads: new Set(), writes: new Set() };
    this.repositories.set(repository, known);
    const all = writes ? known.writes : known.reads;
    all.add(response);
    return () => {
      all.delete(response);
      if (known.reads.size + known.writes.size === 0) this.repositories.delete(repository);
    };
  }

  of(repository: string): Occupants {
    const { reads, writes } = this.repositories.get(repository) ?? {};
    return { reads: reads?.size ?? 0, writes: writes?.size ?? 0 };
  }

  /** Breaks off who may write. */
  endWrites(repository: string): void {
    for (const response of this.repositories.get(repository)?.writes ?? []) response.destroy();
  }
}
