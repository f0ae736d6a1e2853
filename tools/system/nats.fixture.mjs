import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { brokerUsers } from './nats-permissions.mjs';
import { natsPart } from './nats.mjs';
import { freePort } from './ports.mjs';

/** @import { ConnectionOptions, NatsConnection } from '@nats-io/transport-node' */
/** @import { BrokerUser } from './nats-permissions.mjs' */
/** @typedef {(connection: NatsConnection) => void} Use */

/** A broker with the configuration of an installation, for one spec. Each user's password is `secret-<user>`. */
export class BrokerOfSpec {
  /** Where the broker keeps what it has. */
  directory = mkdtempSync(join(tmpdir(), 'holdfast-nats-'));
  /** @type {NatsConnection[]} */
  #connections = [];
  /** @type {import('./part.mjs').Part | undefined} */
  #part;
  #servers = '';
  /** @type {BrokerUser[]} */
  users = [];

  port = 0;

  /**
   * @param {(users: BrokerUser[]) => BrokerUser[]} [changed] what there is to the contracts
   * @param {string} [more] further lines of the configuration
   * @param {number} [copies] the most servers that may keep each event
   */
  async start(changed = (users) => users, more = '', copies = 1) {
    this.port ||= await freePort();
    const { port } = this;
    this.#servers = `127.0.0.1:${port}`;
    this.users = changed(await brokerUsers());
    this.#part = await natsPart({
      directory: this.directory,
      port,
      more,
      copies,
      users: this.users,
      logins: [
        ...this.users.map(({ name }) => ({ name, user: name, password: `secret-${name}` })),
        { user: 'test', password: 'secret-test' },
      ],
      log: () => {},
      pidFile: join(this.directory, 'nats.pid'),
      environment: process.env,
    });
    this.#part.start();
    await this.#part.whenReady(10_000);
  }

  /** Ends the connections that were opened. */
  leave() {
    return Promise.all(this.#connections.splice(0).map((connection) => connection.close()));
  }

  /** Ends it; what it keeps is there at the next start. */
  async pause() {
    await this.leave();
    await this.#part?.stop();
  }

  async stop() {
    await this.pause();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** @param {string} user @param {ConnectionOptions} [options] */
  as = async (user, options = {}) => {
    const connection = await connect({
      servers: this.#servers,
      user,
      pass: `secret-${user}`,
      inboxPrefix: `_INBOX_${user}`,
      reconnect: false,
      ...options,
    });
    this.#connections.push(connection);
    return connection;
  };

  /** A connection of a service to the account of its streams. @param {string} name */
  toStreams = (name) => this.as(`${name}.events`, { pass: `secret-${name}`, inboxPrefix: `_INBOX_${name}` });

  /** @param {string} name */
  userNamed = (name) => {
    const user = this.users.find((each) => each.name === name);
    if (!user) throw new Error(`no user ${name}`);
    return user;
  };

  /** What the broker refuses of what `use` does, in its order. @param {string} user @param {Use} use */
  refusals = async (user, use) => {
    const connection = await this.as(user);
    /** @type {string[]} */
    const refused = [];
    void (async () => {
      for await (const status of connection.status())
        if (status.type === 'error')
          refused.push(status.error.message.match(/"([^"]+)"/)?.[1] ?? status.error.message);
    })();
    use(connection);
    await connection.flush();
    // What the broker said to the last of it is here with the answer to a second ping at the latest.
    await connection.flush();
    return refused;
  };
}
