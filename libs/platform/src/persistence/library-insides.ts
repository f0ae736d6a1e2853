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
  _handleAuthMD5Password: () => void;
  /** From here on statements are sent, and answers to them believed, whatever came before. */
  _handleReadyForQuery: (message: unknown) => void;
  /** Null only after the server's proof has been found right; an object until then, absent where nobody asked. */
  saslSession?: object | null;
  connection: EventEmitter & { stream: Socket };
}

/**
 * From now on the connection ends where the server asks for the password in another way than by SCRAM, or is ready
 * without having proved by SCRAM that it knows it. Call it before the connection is made.
 */
export const demandProof = (client: ClientBase): void => {
  const insides = client as unknown as AskedForPassword;
  const { connection } = insides;
  // Told at once: what stands in the same packet is still read.
  const end = (): void => {
    const reason = 'the database does not prove who it is, as require_auth wants it';
    connection.emit('error', new Error(reason));
  };
  insides._handleAuthCleartextPassword = end;
  insides._handleAuthMD5Password = end;
  const ready = insides._handleReadyForQuery;
  insides._handleReadyForQuery = (message) => {
    if (insides.saslSession === null) ready.call(client, message);
    else end();
  };
  // The driver leaves a connection open that it has given up, as after a wrong proof.
  connection.once('error', () => connection.stream.destroy());
};
