/** A project, deactivated or not, by its id or uuid, in an active company. */
export interface NamedProject {
  /** Its id. */
  company: string;
  project: string;
}
/** Uuids. */
export interface FoundProject {
  company: string;
  project: string;
}

/** An account by its login. */
export interface FoundAccount {
  /** Uuid. */
  account: string;
  bot: boolean;
}
