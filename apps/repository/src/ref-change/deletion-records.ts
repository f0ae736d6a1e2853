import type { AuditRecord, RefChange } from '@holdfast/contracts';
import type { Intent } from './intent.js';
import { toldName } from './told-changes.js';

/** The sorts of refs that are objects of the API, whose deletion there is recorded. */
const recorded = ['branch', 'tag'];

/**
 * What a push has deleted, as the API records its deletions: a record for each branch and tag; where it deletes very
 * many (`Intent.counted`), one for each sort with their number. The same intent always has the same records.
 */
export const deletionRecords = (intent: Intent): AuditRecord[] => {
  const { pusher, counted, repository } = intent;
  if (!pusher) return [];
  const gone = intent.updates.filter(isRecorded);
  const record = (
    sort: string,
    id: string,
    more: Pick<AuditRecord, 'detail'>,
    index: number,
  ): AuditRecord => ({
    id: idOf(intent, index),
    at: intent.at,
    company: intent.company,
    account: pusher.account,
    operation: `${sort}.delete`,
    target: {
      ...{ type: sort, id },
      ...(id === '' ? {} : { uuid: `${repository.uuid}-${id}` }),
      project: { id: pusher.project, uuid: intent.project },
      repository: { id: repository.id, uuid: repository.uuid },
    },
    address: pusher.address,
    outcome: 'ok',
    ...more,
  });
  if (!counted)
    return gone.map(({ sort, name }, index) => record(sort, toldName(name), { detail: {} }, index));
  return recorded.flatMap((sort, index) => {
    const count = gone.filter((each) => each.sort === sort).length;
    return count === 0 ? [] : [record(sort, '', { detail: { count } }, index)];
  });
};

/** Whether the change deletes something whose deletion is recorded. */
export const isRecorded = ({ sort, new: next }: RefChange): boolean =>
  next === undefined && recorded.includes(sort);

/** That of the intent, with another number within its millisecond. */
const idOf = ({ id }: Intent, index: number): string =>
  `${id.slice(0, 12)}${index.toString(16).padStart(4, '0')}${id.slice(16)}`;
