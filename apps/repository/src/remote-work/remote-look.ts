import type { RemoteRow } from '../remote/remote.entity.js';
import type { Came } from '../remote/remote-jobs.js';

/** What a look at a remote has brought. */
export interface RemoteLook {
  came: Came;
  /** Something had changed there. */
  isNews: boolean;
}

/** What is said of a mirror that has worked. What could not be had is not asked for until something else is new. */
export const noteAfter = (
  { error, failures }: Pick<RemoteRow, 'error' | 'failures'>,
  { came, isNews }: RemoteLook,
): string | undefined => {
  const said = isNews || failures > 0 ? null : error;
  return came?.note ?? said ?? undefined;
};
