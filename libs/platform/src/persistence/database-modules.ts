import type { DynamicModule, Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DatabaseOptions } from './data-source.js';
import { MigrationFailed } from './migration-failed.js';
import { openDatabase } from './open-database.js';

/**
 * A database that starts after the service is waited for: so often, and so many milliseconds between. One that refuses
 * a migration is not: the process ends and says why, instead of seeming to be at it for minutes.
 */
const patience = {
  retryAttempts: 120,
  retryDelay: 500,
  toRetry: (error: unknown): boolean => !(error instanceof MigrationFailed),
};

/** The schema of a service for its Nest module: the data source, and a `Repository` of each entity for its stores. */
export const databaseModules = (
  options: Omit<DatabaseOptions, 'entities'> & { entities: Type<object>[] },
): DynamicModule[] => [
  TypeOrmModule.forRootAsync({
    useFactory: () => ({ type: 'postgres', ...patience }),
    dataSourceFactory: () => openDatabase(options),
  }),
  TypeOrmModule.forFeature(options.entities),
];
