import { readFileSync } from 'node:fs';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import { environmentOf } from './part.js';

export const parts = ['identity', 'repository', 'artifact', 'gateway'] as const;
export type ServiceProcess = (typeof parts)[number];

interface Credentials {
  broker?: { user: string; password: string };
  database?: { password: string };
}

/** What a process of the installation was started with, and the doors that it opens: as the process itself sees it. */
export class ProcessDoors {
  /** Its whole environment. */
  readonly environment: Readonly<Record<string, string>>;
  private readonly credentials: Credentials;

  constructor(readonly part: ServiceProcess) {
    this.environment = environmentOf(part);
    const file = this.environment.HOLDFAST_CREDENTIALS;
    this.credentials = file ? (JSON.parse(readFileSync(file, 'utf8')) as Credentials) : {};
  }

  /** Everything by which somebody could act as this process. */
  get secrets(): string[] {
    const { NATS_URL: broker, DATABASE_URL: database, HOLDFAST_SECRET: secret } = this.environment;
    const inUrls = [broker, database].flatMap((url) => (url ? [new URL(url).password] : []));
    const inFile = [this.credentials.broker?.password, this.credentials.database?.password];
    return [...inUrls, ...inFile, secret].filter((each): each is string => Boolean(each));
  }

  /** A connection to the broker as this process. */
  broker(): Promise<NatsConnection> {
    return this.connection((user) => user);
  }

  /** The same to the account with the streams of its service. */
  streams(): Promise<NatsConnection> {
    return this.connection((user) => `${user}.events`);
  }

  private connection(loginOf: (user: string) => string): Promise<NatsConnection> {
    const { host, username, password } = new URL(this.environment.NATS_URL);
    const { user, password: pass } = this.credentials.broker ?? { user: username, password };
    return connect({
      ...{ servers: host, user: loginOf(user), pass, inboxPrefix: `_INBOX_${this.part}` },
      ...{ reconnect: false, timeout: 5_000 },
    });
  }

  /** A connection to the database as this process, not opened yet. */
  databaseClient(): pg.Client {
    const url = new URL(this.environment.DATABASE_URL);
    url.password ||= this.credentials.database?.password ?? '';
    return new pg.Client({ connectionString: url.href });
  }

  /** Whether the database lets this process in. */
  async database(): Promise<boolean> {
    const client = this.databaseClient();
    try {
      await client.connect();
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === '28P01') return false;
      throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
