/** One page of a list as a service answers it. `more`: there are further results after it. */
export interface Page<T> {
  results: T[];
  more: boolean;
  /** What else is said of the page as a whole. */
  metadata?: Readonly<Record<string, string | null>>;
}

/** A page with each result as it is shown. */
export const pageOf = <R, V>({ results, more }: Page<R>, view: (row: R) => V): Page<V> => ({
  results: results.map((row) => view(row)),
  more,
});

/** The valid query of a list. Attributes that it names are such as the object's contract has. */
export interface ListQuery {
  limit: number;
  offset: number;
  /** Only what was last updated before this second (since the epoch), exclusive. */
  before?: number;
  /** Only what was last updated after this second, exclusive. */
  after?: number;
  /** False: deactivated objects instead of active ones. */
  active: boolean;
  searchTerm?: string;
  searchFields?: string[];
  sort?: string;
  descending: boolean;
  /** Attribute filters of this object's lists, by name. */
  filters?: Record<string, string>;
}

/** The part of a query that says which objects are meant. The rest says their order, and which part is shown. */
export type ListChoice = Omit<ListQuery, 'limit' | 'offset' | 'sort' | 'descending' | 'searchFields'>;

export const wholeList: ListQuery = { limit: 1000, offset: 0, active: true, descending: false };
