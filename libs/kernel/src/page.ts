/** One page of a list as a service answers it; `more` tells whether results exist beyond it. */
export interface Page<T> {
  results: T[];
  more: boolean;
}

/** A page with each result as it is shown. */
export const pageOf = <R, V>({ results, more }: Page<R>, view: (row: R) => V): Page<V> => ({
  results: results.map((row) => view(row)),
  more,
});

/** The validated query of a list operation; every name in it is one that the object's contract knows. */
export interface ListQuery {
  limit: number;
  offset: number;
  /** Whole seconds since the epoch, exclusive, on `updated_at`. */
  before?: number;
  after?: number;
  active: boolean;
  searchTerm?: string;
  searchFields?: string[];
  sort?: string;
  descending: boolean;
  /** Attribute filters of this object's lists, by name. */
  filters?: Record<string, string>;
}

export const wholeList: ListQuery = { limit: 1000, offset: 0, active: true, descending: false };
