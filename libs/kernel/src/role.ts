/** The roles of a project, highest first. A higher one need not include a lower one: a manager may not write code. */
export const projectRoles = ['admin', 'manager', 'master', 'developer', 'guest'] as const;
export type ProjectRole = (typeof projectRoles)[number];

/** The role that is shown as `highest_role`. */
export const highestRole = (roles: readonly ProjectRole[]): ProjectRole | undefined =>
  projectRoles.find((role) => roles.includes(role));

export type AccountType = 'user' | 'collaborator' | 'bot';
