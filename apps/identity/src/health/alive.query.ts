import type { DataSource } from 'typeorm';

/** Whether the database answers. */
export const alive = (source: DataSource): Promise<unknown> => source.query('select 1');
