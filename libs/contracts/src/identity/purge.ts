/** Removes for good what was deactivated longer ago than so many days. */
export interface Purge {
  days: number;
}
export interface Purged {
  companies: number;
  accounts: number;
  projects: number;
  /** There may be more than could be removed in the time of one call. */
  more?: true;
}

/** Which of the projects there are, deactivated ones too: uuids both ways. At most 1,000. */
export interface ExistingProjects {
  projects: string[];
}
