import { jest } from '@jest/globals';
import { setLogLevel } from '@holdfast/platform/observability';
import { allowSilence, clientOf, openDatabase } from '@holdfast/platform/persistence';
import type { TestDatabase } from '@holdfast/platform/testing';
import 'reflect-metadata';
import type { DataSource, EntityManager } from 'typeorm';
import * as indexes from '../artifact-file/file-index.query.js';
import * as files from '../artifact-file/file.query.js';
import * as memberFiles from '../artifact-file/member-file.query.js';
import * as memberIndexes from '../artifact-file/member-index.query.js';
import * as moves from '../blob-move/referred-blob.query.js';
import { entities, migrations } from '../composition.js';
import * as removals from '../removal/removal.query.js';
import { freshArtifactDatabase } from '../testing/fresh-artifact-database.js';

/** Two directories have 200,000 files, of two artifacts and with two contents; one of them 100,000 directories, too. */
const fill = `
  create temporary table big as select '00000000-0000-7000-8000-000000000001'::uuid as repository,
    sha256('a') as a, sha256('b') as b;
  drop index artifact.file_search;
  insert into artifact.file (repository, directory, name, size, md5, sha1, sha256, sha512, uploaded, released,
    artifact, version, created_by, path, search_text, created_at, modified_at)
  select repository, d, n, 1, '', '', d, '', 0, true, d, '1', repository, n, '', now(), now()
    from big, generate_series(1, 200000) n, lateral (select case n % 2 when 0 then a else b end as d) as of;
  insert into artifact.directory (repository, hash, parent, name)
  select repository, sha256(n::text::bytea), a, n from big, generate_series(1, 100000) n;
  insert into artifact.held_checksum (directory, name, algorithm, digest, expires_at)
  select a, n, 'md5', '', now() + interval '1 hour' from big, generate_series(1, 100000) n;
  insert into artifact.file_index (directory, generation, changed_at)
  select hash, 1, now() from artifact.directory;
  analyze artifact.file, artifact.directory, artifact.file_index, artifact.held_checksum`;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** Tables that the plan reads from end to end. */
const scanned = ({ 'Node Type': type, 'Relation Name': table, Plans = [] }: Plan): string[] => [
  ...(type === 'Seq Scan' && table !== undefined ? [table] : []),
  ...Plans.flatMap(scanned),
];

/** All that look for files by what is known of them, or change some. */
type Statement = (where: EntityManager, values: unknown[]) => Promise<unknown>;
const statements = [files, memberFiles, indexes, memberIndexes, removals, moves].flatMap((each) =>
  Object.values<unknown>(each).filter((one): one is Statement => typeof one === 'function'),
);

/**
 * Statistics said that a directory has half of all files, whichever it is: a deletion of one file, and a deploy of a
 * new version, in any repository, read all files of all companies. The plans are those for any values.
 */
describe('where few directories have nearly all files', () => {
  let database: TestDatabase;
  let source: DataSource;
  beforeAll(async () => {
    setLogLevel('silent');
    database = await freshArtifactDatabase();
    source = await openDatabase({ url: database.url, schema: 'artifact', entities, migrations });
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('no statement reads all of a table for one of them', async () => {
    const runner = source.createQueryRunner();
    const client = await clientOf(runner);
    allowSilence(client, 120_000);
    await runner.query('set statement_timeout = 0');
    await runner.query(fill);
    await runner.query('set plan_cache_mode = force_generic_plan');
    const query = jest.spyOn(client, 'query').mockReturnValue(Promise.resolve({ rows: [] }));
    for (const statement of statements) await statement(runner.manager, []);
    const asked = query.mock.calls.map(([each]) => each as unknown as { name: string; text: string });
    query.mockRestore();
    const found: Record<string, string[]> = {};
    for (const { name, text } of asked) {
      await client.query(`prepare ${name} as ${text}`);
      const prepared = await client.query<{ count: number }>(
        'select cardinality(parameter_types) as count from pg_prepared_statements where name = $1',
        [name],
      );
      const { count } = prepared.rows[0];
      const values = count === 0 ? '' : `(${Array(count).fill('null').join()})`;
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (format json) execute ${name}${values}`,
      );
      const tables = scanned(rows[0]['QUERY PLAN'][0].Plan);
      if (tables.length > 0) found[name] = tables;
    }
    await runner.release();
    expect(asked.length).toBeGreaterThan(20);
    expect(found).toEqual({});
  });
});
