/** A named position in the history. `commit` is the full id of what the name points at. */
export interface NamedRef {
  readonly id: string;
  readonly commit: string;
}

/**
 * All names of one sort in a repository at one moment, sorted bytewise by their UTF-8 form. Immutable:
 * a write makes another one. Looking one up and cutting a page cost the same however many there are.
 */
export interface RefSnapshot {
  readonly size: number;
  /** All names in order. Builds an array of `size` strings: prefer `page`. */
  readonly names: readonly string[];
  get(name: string): string | undefined;
  /** At most `limit` references from position `offset` (from 0) on. */
  page(offset: number, limit: number): NamedRef[];
  /** A name that excludes `name` because one is a directory of the other; the name itself does not count. */
  collision(name: string): string | undefined;
}
