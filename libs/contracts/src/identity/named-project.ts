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

/** Uuids of projects, at most 500. */
export interface NameProjects {
  projects: string[];
}
export interface ProjectName {
  uuid: string;
  /** Present ids: what is deactivated has another one than before. */
  project: string;
  company: string;
  /** It is deactivated, or its company is. */
  deactivated: boolean;
}
/** In any order; those that are no more are absent. */
export interface ProjectNames {
  projects: ProjectName[];
}

/** An account by its login. */
export interface FoundAccount {
  /** Uuid. */
  account: string;
  bot: boolean;
}
