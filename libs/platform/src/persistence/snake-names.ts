import { DefaultNamingStrategy, getMetadataArgsStorage, type Table } from 'typeorm';

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Properties in camelCase, columns in snake_case, and keys as PostgreSQL names them by itself. */
export class SnakeNames extends DefaultNamingStrategy {
  override columnName(property: string, given: string | undefined, prefixes: string[]): string {
    return given ?? snake([...prefixes, property].join('_'));
  }

  override primaryKeyName(table: Table | string): string {
    return `${this.getTableName(table)}_pkey`;
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return `${this.getTableName(table)}_${columns.join('_')}_fkey`;
  }
}

export const snakeNames = new SnakeNames();

/**
 * The columns of an entity under the names of its properties, for hand-written SQL:
 * `a.uuid, a.first_name as "firstName"`. `without`: properties that are not wanted.
 */
export const columnsOf = <E extends object>(
  entity: new () => E,
  alias: string,
  without: readonly (keyof E)[] = [],
): string =>
  getMetadataArgsStorage()
    .filterColumns(entity)
    .filter(({ propertyName }) => !without.some((each) => each === propertyName))
    .map(({ propertyName, options }) => {
      const column = `${alias}.${snakeNames.columnName(propertyName, options.name, [])}`;
      return column === `${alias}.${propertyName}` ? column : `${column} as "${propertyName}"`;
    })
    .join(', ');
