import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columnsOf, snakeNames } from './snake-names.js';

@Entity('thing')
class ThingRow {
  @PrimaryColumn('uuid') uuid!: string;
  @Column('timestamptz') lastUsedAt!: Date;
  @Column('text', { name: 'kind' }) type!: string;
}

describe('names in the database', () => {
  it('are those of properties in snake_case', () => {
    expect(snakeNames.columnName('lastUsedAt', undefined, [])).toBe('last_used_at');
    expect(snakeNames.columnName('type', 'kind', [])).toBe('kind');
  });

  it('are those that PostgreSQL gives to keys', () => {
    expect(snakeNames.primaryKeyName('things.thing')).toBe('thing_pkey');
    expect(snakeNames.foreignKeyName('thing', ['owner_uuid'])).toBe('thing_owner_uuid_fkey');
  });

  it('come under those of the properties in hand-written SQL', () => {
    expect(columnsOf(ThingRow, 't')).toBe('t.uuid, t.last_used_at as "lastUsedAt", t.kind as "type"');
    expect(columnsOf(ThingRow, 't', ['lastUsedAt'])).toBe('t.uuid, t.kind as "type"');
  });
});
