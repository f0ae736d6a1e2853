import type { DataSource } from 'typeorm';

/** What the entities of a service and the tables that its migrations made do not agree about; for tests. */
export const schemaDifferences = async (source: DataSource): Promise<string[]> => {
  const { upQueries } = await source.driver.createSchemaBuilder().log();
  const tables: { name: string }[] = await source.query(
    `select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_name <> 'migrations'`,
  );
  const described = new Set(source.entityMetadatas.map(({ tableName }) => tableName));
  return [
    ...upQueries.map(({ query }) => query),
    ...tables.filter(({ name }) => !described.has(name)).map(({ name }) => `no entity describes ${name}`),
  ];
};
