/** A name in the history. `commit`: the full id of the commit that it points at. */
export interface NamedRef {
  readonly id: string;
  readonly commit: string;
}

/** What a name of so many bytes takes, with what belongs to it (bytes). */
export const refWeight = (name: number): number => 100 + name;

/**
 * All branches, or all tags, of a repository at one moment, sorted by the bytes of their names in UTF-8. It never
 * changes: a write makes a new one. `get` and `page` cost the same however many names there are.
 */
export interface RefSnapshot {
  readonly size: number;
  /** Bytes of memory, roughly: the sum of `refWeight`. */
  readonly weight: number;
  /** All names in order. It makes an array of `size` strings, so prefer `page`. */
  readonly names: readonly string[];
  get(name: string): string | undefined;
  /** At most `limit` names, beginning with number `offset`; the first is number 0. */
  page(offset: number, limit: number): NamedRef[];
  /**
   * Another name that makes `name` impossible, because one is a directory of the other. Undefined: there is none.
   * `free`: directories that are known to be the name of none, which is added to: for who asks of many names.
   */
  collision(name: string, free?: Set<string>): string | undefined;
}
