import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { log } from '../observability/logger.js';
import { databasePasswordIn } from '../credentials/credentials.js';
import { typeParsers } from './instant-parser.js';
import { defaultConnections } from './default-connections.js';
import { driverOver, share } from './pool.js';
import { watchPool } from './pool.metrics.js';
import { renewingDriver } from './renewed-password.js';
import { endSilent, type Silence } from './silent-connections.js';
import { snakeNames } from './snake-names.js';
import { traceStatements } from './traced-statements.js';

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
  /** How soon a connection ends whose server does not answer. Absent: as usual. */
  silence?: Silence;
}

/** What keeps others waiting is ended (ms). */
const hurry = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 };

/** The services' statements are short: the planner assumes fast disks, no parallel workers, no compilation. */
const shortStatements = ['random_page_cost=1.1', 'max_parallel_workers_per_gather=0', 'jit=off'];

/** A machine that is busy needs seconds to open one; a call of the gateway is given up after ten (ms). */
const opening = 9_000;
/** Also who asks seldom finds one that is open (ms). */
const kept = 300_000;

const poolOf = (options: DatabaseOptions, limits: Partial<typeof hurry>): pg.Pool => {
  const { url, credentials, schema, poolSize = defaultConnections } = options;
  const { Pool } =
    credentials && !new URL(url).password ? renewingDriver(databasePasswordIn(credentials)) : pg;
  const shared = new Pool({
    connectionString: url,
    application_name: `holdfast-${schema}`,
    max: poolSize,
    connectionTimeoutMillis: opening,
    idleTimeoutMillis: kept,
    ...limits,
    // A server that has gone without a word is noticed after 20 seconds where nothing is on its way to it.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
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
  const shared = poolOf(options, hurry);
  endSilent(shared, options.silence);
  watchPool(shared, options.schema);
  traceStatements(shared, options.schema);
  return sourceOver(shared, options);
};

/**
 * The same with one connection, without the entities, and without limits but those that the server has for everybody:
 * the driver leaves out one of 0, so who may take hours sets them.
 */
export const unhurriedSource = (options: DatabaseOptions): DataSource =>
  sourceOver(poolOf({ ...options, poolSize: 1 }, {}), { ...options, entities: [] });

const sourceOver = (shared: pg.Pool, { url, schema, entities, migrations }: DatabaseOptions): DataSource => {
  const source = new DataSource({
    type: 'postgres',
    url,
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
