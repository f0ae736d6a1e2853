/** Looks a repository through for damage, or does now what upkeep does by and by. */
export interface AskCare {
  deed: 'verify' | 'maintain';
  /** Uuid of the project, and the repository's id or uuid; absent: all active ones, when nothing else waits. */
  place?: { project: string; repository: string };
}
/** The uuid of the job, where one repository was named; how many were asked for. */
export interface AskedCare {
  job?: string;
  count: number;
}

export interface ListDamaged {
  /** Uuid of a repository: those after it. */
  after?: string;
}
export interface DamagedRepository {
  uuid: string;
  id: string;
  type: string;
  node: string;
  /** Uuids. */
  company: string;
  project: string;
  /** How much is wrong, and the first lines of it. */
  count: number;
  lines: string[];
  /** When it was found first, and last. */
  since: string;
  seen_at: string;
}
/** In order of uuid; there are more while the answer has an `after`. */
export interface DamagedRepositories {
  repositories: DamagedRepository[];
  after?: string;
}
