import type { Principal, ProjectScope } from '@holdfast/kernel';

/** Whether a principal may still act, and how he stands to a project. All are uuids but the credential and `named`. */
export interface Standing {
  company: string;
  account: string;
  /** As the principal carries it. Absent: work that goes on without him, for as long as his account is active. */
  credential?: string;
  project?: string;
  /** In place of `project`: the id or uuid of a project, as people write it. */
  named?: string;
}
export interface StandingAnswer {
  /** The caller as he is now. Undefined: his company or account is not active, or his session or password has ended. */
  caller?: Principal;
  /** Undefined: not asked for, no project of that company, or no caller. */
  project?: ProjectScope;
}

export const standingOf = (caller: Principal, project?: { uuid: string }): Standing => ({
  company: caller.company.uuid,
  account: caller.account.uuid,
  credential: caller.credential,
  ...(project ? { project: project.uuid } : {}),
});
