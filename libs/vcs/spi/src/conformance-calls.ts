import type { Reading } from './vcs-history.js';
import type { VcsRefusal } from './vcs-refusal.js';

/** Who writes in the tests of a kind. */
export const actor = { name: 'A U Thor', email: 'author@example.org' };

/** Of somebody who waits for it. */
export const reading = (): Reading => ({
  owner: { company: 'acme', account: 'ada' },
  deadline: Date.now() + 20_000,
});

/** The code of the refusal with which the work ends; undefined: it is done. */
export const codeOf = async (work: Promise<unknown> | undefined): Promise<string | undefined> => {
  const error: unknown = await work?.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return (error as VcsRefusal | undefined)?.code;
};
