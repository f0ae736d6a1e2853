import { DataSource, type DataSourceOptions } from 'typeorm';
import { log } from '../observability/logger.js';
import { databasePasswordIn } from '../credentials/credentials.js';
import { typeParsers } from './instant-parser.js';
import { renewingDriver } from './renewed-password.js';

export interface DatabaseOptions {
  url: string;
  /** The file that holds the password of the URL's user, where the URL does not; read for each connection. */
  credentials?: string | undefined;
  /** The service's own schema. */
  schema: string;
  entities: NonNullable<DataSourceOptions['entities']>;
  migrations: NonNullable<DataSourceOptions['migrations']>;
  poolSize?: number;
}

/** The services' statements are short: solid disks, no second process and no compilation for one of them. */
const shortStatements = ['random_page_cost=1.1', 'max_parallel_workers_per_gather=0', 'jit=off'];

export const dataSourceOptions = ({
  url,
  credentials,
  schema,
  entities,
  migrations,
  poolSize = 4,
}: DatabaseOptions) =>
  ({
    type: 'postgres',
    url,
    ...(credentials && !new URL(url).password
      ? { driver: renewingDriver(databasePasswordIn(credentials)) }
      : {}),
    schema,
    entities,
    migrations,
    synchronize: false,
    poolSize,
    applicationName: `holdfast-${schema}`,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    extra: {
      connectionTimeoutMillis: 5_000,
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 30_000,
      types: typeParsers,
      options: [`search_path=${schema},public`, 'timezone=UTC', ...shortStatements]
        .map((each) => `-c ${each}`)
        .join(' '),
    },
  }) satisfies DataSourceOptions;

/** Opens the service's schema and brings it up to date; replicas that start together take turns. */
export const openDatabase = async (options: DatabaseOptions): Promise<DataSource> => {
  const source = new DataSource(dataSourceOptions(options));
  await source.initialize();
  // An idle connection that breaks is replaced by the pool; without a listener the process would end.
  pool(source).on('error', (error: Error) =>
    log.warn({ reason: error.message }, 'a database connection broke'),
  );
  await migrate(source, options.schema);
  return source;
};

const migrate = async (source: DataSource, schema: string): Promise<void> => {
  const runner = source.createQueryRunner();
  const lock = [`migrations:${schema}`];
  try {
    await runner.query('select pg_advisory_lock(hashtextextended($1, 0))', lock);
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await runner.query('select pg_advisory_unlock(hashtextextended($1, 0))', lock);
    await runner.release();
  }
};

interface Pool {
  query<R>(statement: {
    name: string | undefined;
    text: string;
    values: unknown[];
  }): Promise<{ rows: R[]; rowCount: number | null }>;
  on(event: 'error', hear: (error: Error) => void): void;
}

/** The driver's own pool, for named statements. */
export const pool = (source: DataSource): Pool => (source.driver as unknown as { master: Pool }).master;
