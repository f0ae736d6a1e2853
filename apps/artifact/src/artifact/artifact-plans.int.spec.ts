import { wholeList, type ListQuery } from '@holdfast/kernel';
import { setLogLevel } from '@holdfast/platform/observability';
import {
  allowSilence,
  clientOf,
  listStatement,
  openDatabase,
  type Condition,
} from '@holdfast/platform/persistence';
import { testDatabase, testDatabaseServer, type TestDatabase } from '@holdfast/platform/testing';
import 'reflect-metadata';
import type { DataSource } from 'typeorm';
import { entities, migrations } from '../composition.js';
import { releasedText } from '../removal/removal.query.js';
import { artifactList, beyond } from './artifact-list.query.js';

const repository = '00000000-0000-7000-8000-000000000001';

/** 25,000 files of the repository among as many others; growing indexes would take most of the time. */
const fill = `
  drop index file_search;
  insert into file (repository, directory, name, size, md5, sha1, sha256, sha512, uploaded, released, created_by,
    path, search_text, created_at, modified_at)
  select case n % 2 when 0 then '${repository}' else '00000000-0000-7000-8000-000000000002' end::uuid,
    sha256(n::text::bytea), n, 1, '', '', sha256(n::text::bytea), '', 0, true, '${repository}',
    'com/acme/' || md5(n::text) || '/1.0/a.jar', 'com/acme/' || md5(n::text) || '/1.0/a.jar',
    now() - n * interval '1 minute', now() - n * interval '1 minute'
  from generate_series(1, 50000) n;
  create index file_search on file using gin (search_text public.gin_trgm_ops);
  analyze file`;

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

// PostgreSQL itself; the server's address comes from tools/test.
describe('the plan of a list among 50,000 files', () => {
  let database: TestDatabase;
  let source: DataSource;
  beforeAll(async () => {
    setLogLevel('silent');
    database = await testDatabase(testDatabaseServer(), 'artifact');
    source = await openDatabase({ url: database.url, schema: 'artifact', entities, migrations });
    const runner = source.createQueryRunner();
    allowSilence(await clientOf(runner), 120_000);
    await runner.query('set statement_timeout = 0');
    await runner.query(fill);
    await runner.release();
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const plan = async (query: Partial<ListQuery>, ...more: Condition[]): Promise<Plan[]> => {
    const conditions = [{ sql: 'f.repository = :repository', parameters: { repository } }, ...more];
    const { statement, parameters } = listStatement(
      source,
      artifactList,
      { ...wholeList, limit: 100, ...query },
      conditions,
    );
    return explained(
      statement.text,
      statement.names.map((name) => parameters[name]),
    );
  };
  const explained = async (text: string, values: unknown[]): Promise<Plan[]> => {
    const [row] = await source.query<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>(
      `explain (format json) ${text}`,
      values,
    );
    return nodes(row['QUERY PLAN'][0].Plan);
  };
  const indexes = (found: Plan[]): unknown[] => found.flatMap((each) => each['Index Name'] ?? []);
  /** Nothing is sorted but the few whose beginnings are equal. */
  const sorts = (found: Plan[]): Plan[] => found.filter((each) => each['Node Type'] === 'Sort');

  it.each([
    ['in the default order', {}, 'file_path'],
    ['in the opposite order', { descending: true }, 'file_path'],
    ['by the last change', { sort: 'updated_at', descending: true }, 'file_modified_at'],
  ])('takes the rows as they stand in an index: %s', async (_, query, index) => {
    const found = await plan(query);
    expect([indexes(found), sorts(found)]).toEqual([[index], []]);
  });

  it.each([false, true])(
    'begins in the index where the page before ended (descending: %s)',
    async (descending) => {
      const found = await plan({ descending }, beyond('com/acme/8', { descending }));
      expect([indexes(found), sorts(found)]).toEqual([['file_path'], []]);
      expect(found.find((each) => each['Index Cond'])?.['Index Cond']).toContain('left');
    },
  );

  it('of what a deletion looks for is that of the files below its directory alone', async () => {
    for (const directory of ['com', 'com/acme/8']) {
      const found = await explained(releasedText, [repository, directory]);
      expect([indexes(found), sorts(found)]).toEqual([['file_path'], []]);
      expect(found.find((each) => each['Index Cond'])?.['Index Cond']).toContain('left');
    }
  });

  it('finds what was deployed lately, and what has three characters in its path, by an index', async () => {
    const lately = Math.floor(Date.now() / 1000) - 600;
    expect(indexes(await plan({ after: lately }))).toEqual(['file_modified_at']);
    expect(indexes(await plan({ searchTerm: 'fed1' }))).toEqual(['file_search']);
  });
});
