import { storableText } from '@holdfast/kernel';

/** So long may a reason be (characters). */
const mostSaid = 500;

/** Why work has failed, as people are told; undefined: it is not for them. */
export const toldReason = (reason: string | undefined): string =>
  reason === undefined ? 'it failed on the server, whose log says why' : storableText(reason, mostSaid);
