import type { About, DomainEvent, RecordedEvent } from '@holdfast/contracts';
import { timedId, type CallContext } from '@holdfast/kernel';
import type { EntityManager, QueryRunner } from 'typeorm';
import { connectionOf, type Queryable } from '../pool.js';
import { snakeNames } from '../snake-names.js';

/** An event with the object that it is about, ready to be kept. */
export interface Occurrence {
  event: RecordedEvent;
  /** Uuid. Events about one are published in the order in which they are kept. */
  aggregate: string;
}

/** Transactions that have recorded something. */
const recording = new WeakSet<QueryRunner>();

/** What happened, by a contract; `id` and `at` where it is older than this call. */
export const occurrence = <Payload>(
  { subject, about }: DomainEvent<Payload>,
  payload: NoInfer<Payload>,
  { id, at = Date.now(), account }: { id?: string; at?: number; account?: string | undefined } = {},
): Occurrence => ({
  event: { id: id ?? timedId(at), subject, at, ...(account === undefined ? {} : { account }), payload },
  aggregate: (payload as Readonly<Record<string, About>>)[about].uuid,
});

/**
 * Records an event in the transaction of its change: either both happen, or neither. Call it while the row of the
 * object is locked, or has just been inserted: so the events about one object are in the order of its changes.
 * @throws Error outside of a transaction
 */
export const record = async <Payload>(
  tx: EntityManager,
  { principal }: Pick<CallContext, 'principal'>,
  event: DomainEvent<Payload>,
  payload: NoInfer<Payload>,
): Promise<void> => {
  const { queryRunner } = tx;
  if (!queryRunner?.isTransactionActive) throw new Error('an event outside of a transaction');
  const account = principal?.account.uuid;
  await keepEvents(await connectionOf(tx), [occurrence(event, payload, { account })]);
  recording.add(queryRunner);
};

/** What was changed, by the names of the attributes in the API. */
export const attributesOf = (changes: object): string[] =>
  Object.keys(changes).map((name) => snakeNames.columnName(name, undefined, []));

/** Writes events on a connection that has a transaction open, in their order. */
export const keepEvents = async (
  connection: Queryable,
  occurrences: readonly Occurrence[],
): Promise<void> => {
  await connection.query({
    name: 'event_keep',
    text: `insert into event_outbox (id, subject, aggregate, event)
             select id, subject, aggregate, event
               from unnest($1::text[], $2::text[], $3::uuid[], $4::text[]) with ordinality
                 as given (id, subject, aggregate, event, number) order by number`,
    values: [
      occurrences.map(({ event }) => event.id),
      occurrences.map(({ event }) => event.subject),
      occurrences.map(({ aggregate }) => aggregate),
      occurrences.map(({ event }) => JSON.stringify(event)),
    ],
  });
};

/** Whether the transaction has recorded events, which somebody waits for. */
export const hasRecorded = ({ queryRunner }: EntityManager): boolean =>
  queryRunner !== undefined && recording.has(queryRunner);
