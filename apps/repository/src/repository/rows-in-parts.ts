import type { RepositoryRow } from '../catalogue/repository.entity.js';

/**
 * So many rows come first: each may be of 64 KiB, and an answer is of 6 MiB at most. Each part is twice the last one.
 */
const firstPart = 64;
const largestPart = 1_024;

/**
 * Whole rows of many repositories, for an answer that takes as many as fit. They are read part by part, as the answer
 * comes to them, so that those that do not fit are not read.
 */
export class RowsInParts {
  private readonly rows = new Map<string, RepositoryRow>();
  private at = 0;
  private size = firstPart;

  private readonly uuids: readonly string[];
  private readonly positions: ReadonlyMap<string, number>;

  /** `uuids`: in the order in which they are asked for. */
  constructor(
    private readonly read: (uuids: readonly string[]) => Promise<RepositoryRow[]>,
    uuids: Iterable<string>,
  ) {
    this.uuids = [...new Set(uuids)];
    this.positions = new Map(this.uuids.map((uuid, at) => [uuid, at]));
  }

  /** The row, unless it has gone. */
  async of(uuid: string): Promise<RepositoryRow | undefined> {
    const position = this.positions.get(uuid) ?? -1;
    while (this.at <= position) {
      const part = this.uuids.slice(this.at, this.at + this.size);
      this.at += part.length;
      this.size = Math.min(this.size * 2, largestPart);
      for (const row of await this.read(part)) this.rows.set(row.uuid, row);
    }
    return this.rows.get(uuid);
  }
}
