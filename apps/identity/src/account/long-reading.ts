import { actor, type CallContext } from '@holdfast/kernel';

/** All rows of a project or a group are joined and put in order for each page, however short it is. */
export const always = (): boolean => true;

/** Rows that the caller may not see are passed over, or it takes long to find out which he may: admins see all. */
export const unlessAdmin = (ctx: CallContext): boolean => !actor(ctx).companyAdmin;

/** Whom somebody may know of who is no user is looked for among all people of all his projects. */
export const seesSome = (ctx: CallContext): boolean => {
  const { account, companyAdmin } = actor(ctx);
  return !companyAdmin && account.type !== 'user';
};
