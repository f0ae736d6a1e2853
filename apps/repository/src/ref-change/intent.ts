import type { AuditRecord, RefChange } from '@holdfast/contracts';
import type { Reading } from '@holdfast/vcs-spi';

/** Refs are looked at for so long where nobody waits for it (ms). */
const patience = 30_000;

/** Who pushes, as audit events say it, with the ids of that time. */
export interface Pusher {
  account: NonNullable<AuditRecord['account']>;
  /** Of his client; '' where there is none. */
  address: string;
  /** The id of the project. */
  project: string;
}

/** Where refs are about to change, and who changes them. Uuids, and the repository's id as it is now. */
export interface ChangePlace {
  company: string;
  project: string;
  repository: { uuid: string; id: string; type: string };
  account?: string;
  cause: 'push' | 'api';
  /** Of a push. What the API deletes is recorded by its operations. */
  pusher?: Pusher;
}

/** For whom refs are looked at: for who changes them. `deadline`: milliseconds since the epoch. */
export const readingAt = (
  { company, account, repository }: ChangePlace,
  deadline = Date.now() + patience,
): Reading => ({ owner: { company, account: account ?? repository.uuid }, deadline });

/** What is about to be changed: one event, if it happens. */
export interface Intent extends ChangePlace {
  /** Of the event. */
  id: string;
  at: number;
  /** Of the whole change, of which this may be a part. */
  change: string;
  updates: readonly RefChange[];
  /** Of its deletions the audit events tell the number only. */
  counted?: true;
}

/** What became of an intent: the indexes of those of its updates that took effect. */
export interface Outcome {
  id: string;
  happened: readonly number[];
}

/** All refs that they are about. */
export const refsOf = (intents: readonly Intent[]): string[] => [
  ...new Set(intents.flatMap(({ updates }) => updates.map(({ ref }) => ref))),
];

/** Most updates of one intent, and most characters of their names. */
const mostUpdates = 500;
const mostCharacters = 32 << 10;

/** Those that are to change something, with nothing else about them. */
export const changesOf = (updates: Iterable<RefChange>): RefChange[] => {
  const changes: RefChange[] = [];
  for (const update of updates) if (update.old !== update.new) changes.push(changeOf(update, update.old));
  return changes;
};

/**
 * The same changes, from what the refs say (`tips`, in their order). What somebody takes for the old value may have
 * been long ago; a ref that is already what it is to become does not change, whatever comes of it.
 */
export const changesFrom = (
  changes: readonly RefChange[],
  tips: readonly (string | undefined)[],
): RefChange[] =>
  changes.flatMap((change, at) => {
    if (change.old === tips[at]) return [change];
    return change.new === tips[at] ? [] : [changeOf(change, tips[at])];
  });

/** Changes in parts that are small enough for an event each. */
export const partsOf = (changes: readonly RefChange[]): RefChange[][] => {
  const parts: RefChange[][] = [];
  let length = 0;
  for (const change of changes) {
    const last = parts.at(-1);
    length += change.ref.length;
    if (last && last.length < mostUpdates && length <= mostCharacters) last.push(change);
    else {
      parts.push([change]);
      length = change.ref.length;
    }
  }
  return parts;
};

const changeOf = ({ ref, sort, name, new: next }: RefChange, old: string | undefined): RefChange => ({
  ref,
  sort,
  name,
  ...(old === undefined ? {} : { old }),
  ...(next === undefined ? {} : { new: next }),
});
