import pg from 'pg';
import { DataSource, MigrationExecutor, type DataSourceOptions } from 'typeorm';
import { log } from '../observability/logger.js';
import { databasePasswordIn } from '../credentials/credentials.js';
import { typeParsers } from './instant-parser.js';
import { defaultConnections } from './default-connections.js';
import { driverOver, share } from './pool.js';
import { renewingDriver } from './renewed-password.js';
import { snakeNames } from './snake-names.js';

export interface DatabaseOptions {
  url: string;
  /** The file with the password, if the URL has none. It is read for each new connection. */
  credentials?: string | undefined;
  /** The service's own schema. */
  schema: string;
  entities: NonNullable<DataSourceOptions['entities']>;
  migrations: NonNullable<DataSourceOptions['migrations']>;
  /** How many connections; one of them publishes events. */
  poolSize?: number;
}

/** The services' statements are short: the planner assumes fast disks, no parallel workers, no compilation. */
const shortStatements = ['random_page_cost=1.1', 'max_parallel_workers_per_gather=0', 'jit=off'];

const poolOf = (options: DatabaseOptions): pg.Pool => {
  const { url, credentials, schema, poolSize = defaultConnections } = options;
  const { Pool } =
    credentials && !new URL(url).password ? renewingDriver(databasePasswordIn(credentials)) : pg;
  const shared = new Pool({
    connectionString: url,
    application_name: `holdfast-${schema}`,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    // What keeps others waiting is ended (ms).
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    types: typeParsers,
    options: [`search_path=${schema},public`, 'timezone=UTC', ...shortStatements]
      .map((each) => `-c ${each}`)
      .join(' '),
  });
  // An idle connection that breaks is replaced by the pool; without a listener the process would end.
  shared.on('error', (error) => log.warn({ reason: error.message }, 'a database connection broke'));
  return shared;
};

/** The schema of a service, over a pool that TypeORM and named statements share. It is not opened yet. */
export const dataSource = (options: DatabaseOptions): DataSource => {
  const { schema, entities, migrations } = options;
  const shared = poolOf(options);
  const source = new DataSource({
    type: 'postgres',
    url: options.url,
    driver: driverOver(shared),
    schema,
    entities,
    migrations,
    namingStrategy: snakeNames,
    synchronize: false,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
  });
  return share(source, shared);
};

/** Opens the schema of a service and runs its migrations. Replicas that start together do that one by one. */
export const openDatabase = async (options: DatabaseOptions): Promise<DataSource> => {
  const source = await dataSource(options).initialize();
  try {
    await migrate(source, options.schema);
  } catch (error) {
    await source.destroy();
    throw error;
  }
  return source;
};

// However many rows there are: a migration that is cut off would be cut off at each start.
const unhurried = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0';
const asBefore = 'reset statement_timeout; reset idle_in_transaction_session_timeout';

const migrate = async (source: DataSource, schema: string): Promise<void> => {
  const runner = source.createQueryRunner();
  const lock = [`migrations:${schema}`];
  try {
    await runner.query(unhurried);
    await runner.query('select pg_advisory_lock(hashtextextended($1, 0))', lock);
    const executor = new MigrationExecutor(source, runner);
    executor.transaction = 'each';
    await executor.executePendingMigrations();
  } finally {
    await runner.query('select pg_advisory_unlock(hashtextextended($1, 0))', lock);
    await runner.query(asBefore);
    await runner.release();
  }
};
