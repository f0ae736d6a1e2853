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

/** The same, asked by who knows the rest from whoever let the caller in: by his credential and a project alone. */
export interface RightsAsked {
  company: string;
  account: string;
  credential: string;
  project: string;
}
export interface RightsAnswer {
  /** Undefined: his company or account is not active, or his session or password has ended. */
  caller?: Pick<Principal, 'companyAdmin'>;
  /** Undefined: no project of that company, or no caller. */
  project?: Pick<ProjectScope, 'deleted' | 'visibility' | 'roles' | 'storageLimit'>;
}

export const rightsAskedOf = (caller: Principal, project: { uuid: string }): RightsAsked => ({
  company: caller.company.uuid,
  account: caller.account.uuid,
  credential: caller.credential,
  project: project.uuid,
});

/** Caller and project as they were known, with the rights and the limit that they have now. */
export const standingWith = (
  { caller, project }: RightsAnswer,
  known: { principal: Principal; project: ProjectScope },
): StandingAnswer => ({
  ...(caller && { caller: { ...known.principal, companyAdmin: caller.companyAdmin } }),
  ...(project && {
    project: {
      ...known.project,
      deleted: project.deleted,
      visibility: project.visibility,
      roles: project.roles,
      // An earlier version does not tell it.
      ...(project.storageLimit === undefined ? {} : { storageLimit: project.storageLimit }),
    },
  }),
});
