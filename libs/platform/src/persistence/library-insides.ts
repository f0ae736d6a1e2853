import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** A connection of the driver, as far as it shows whether a statement is answered. */
export interface DatabaseWire {
  /** Whether no statement is under way; absent while it connects. */
  readyForQuery?: boolean;
  connection: { stream: Socket };
}

/**
 * What the driver keeps to itself. Its own limit of time (`query_timeout`) gives a statement up and keeps the
 * connection, with the statement on it. The version of the driver is pinned, and a spec goes through each use.
 */
export const wireOf = (client: ClientBase): DatabaseWire => client as unknown as DatabaseWire;
