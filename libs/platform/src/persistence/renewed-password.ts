import pg from 'pg';
import type { DatabasePassword } from '../credentials/credentials.js';
import { demandProof } from './library-insides.js';

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (fault?: unknown) => void,
) => void;

/** How often a connection that was refused for its password is tried again, and after how many milliseconds. */
const attempts = 5;
const pause = 50;
const wrongPassword = '28P01';

/**
 * The driver with a pool that reads the password anew for each connection. If the password is replaced at that moment,
 * the connection is refused, and is tried again with the new one. Connections that are open stay open.
 */
export const renewingDriver = (passwords: () => DatabasePassword): typeof pg => {
  let tried: string | undefined;
  let refused: string | undefined;
  const now = (): string => {
    const { password, previous } = passwords();
    tried = password === refused ? (previous ?? password) : password;
    return tried;
  };

  class RenewingClient extends pg.Client {
    constructor(config: pg.ClientConfig) {
      const url = new URL(config.connectionString ?? '');
      url.password = encodeURIComponent(now());
      super({ ...config, connectionString: url.href });
      // The word that PostgreSQL's own clients have for it.
      if (url.searchParams.get('require_auth') === 'scram-sha-256') demandProof(this);
    }
  }

  class RenewingPool extends pg.Pool {
    constructor(config: pg.PoolConfig) {
      super({ ...config, Client: RenewingClient as unknown as NonNullable<pg.PoolConfig['Client']> });
    }

    override connect(): Promise<pg.PoolClient>;
    override connect(done: Connected): void;
    override connect(done?: Connected): Promise<pg.PoolClient> | void {
      if (done) return this.attempt(done, attempts);
      return new Promise((resolve, reject) => {
        this.attempt(
          (error, client) => (client ? resolve(client) : reject(error ?? new Error('no connection'))),
          attempts,
        );
      });
    }

    private attempt(done: Connected, left: number): void {
      super.connect((error, client, release) => {
        if (left === 0 || (error as pg.DatabaseError | undefined)?.code !== wrongPassword) {
          done(error, client, release);
          return;
        }
        refused = tried;
        setTimeout(() => this.attempt(done, left - 1), pause);
      });
    }
  }

  return { ...pg, Pool: RenewingPool };
};
