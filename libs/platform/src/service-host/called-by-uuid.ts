import { isUuid, type CallContext } from '@holdfast/kernel';

/**
 * Whether all that a call is about has a uuid that is one. Services join them to keys and paths, and who sends calls is
 * another process.
 */
export const isCalledByUuid = ({ principal, project, repository, group, bot }: CallContext): boolean =>
  [principal?.company, principal?.account, project, repository, group, bot].every(
    (each) => !each || isUuid(each.uuid),
  );
