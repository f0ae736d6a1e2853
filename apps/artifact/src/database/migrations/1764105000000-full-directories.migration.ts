import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows are looked up by one of these, or by a whole key. */
const columns = [
  ['file', 'directory'],
  ['file', 'artifact'],
  ['file', 'sha256'],
  ['directory', 'parent'],
];

/**
 * The database takes it that a value of these columns has few rows, whatever it counts: where few directories had
 * nearly all files, each seemed to have very many, and for one of them all of a table was read. The locks are those of
 * an analyze: others read and write meanwhile.
 */
export class FullDirectories1764105000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of columns)
      await runner.query(`alter table artifact.${table} alter column ${column} set (n_distinct = -0.1)`);
    await runner.query('analyze artifact.file, artifact.directory');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of columns)
      await runner.query(`alter table artifact.${table} alter column ${column} reset (n_distinct)`);
    await runner.query('analyze artifact.file, artifact.directory');
  }
}
