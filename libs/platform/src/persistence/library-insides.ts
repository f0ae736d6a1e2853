import type { EventEmitter } from 'node:events';
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

interface AskedForPassword {
  _handleAuthCleartextPassword: () => void;
  connection: EventEmitter & { stream: Socket };
}

/**
 * From now on the connection ends where the server asks for the password itself, or for none: it has to prove by
 * SCRAM that it knows it. Call it before the connection is made.
 */
export const demandProof = (client: ClientBase): void => {
  const insides = client as unknown as AskedForPassword;
  const { connection } = insides;
  const end = (): void => {
    connection.stream.destroy(new Error('the database does not prove who it is, as require_auth wants it'));
  };
  let hasProved = false;
  insides._handleAuthCleartextPassword = end;
  connection.once('authenticationSASLFinal', () => (hasProved = true));
  connection.once('authenticationOk', () => {
    if (!hasProved) end();
  });
  // Its proof was wrong.
  connection.once('error', () => connection.stream.destroy());
};
