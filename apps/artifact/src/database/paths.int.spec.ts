import { setLogLevel } from '@holdfast/platform/observability';
import { openDatabase, searchText } from '@holdfast/platform/persistence';
import { testDatabase, testDatabaseServer } from '@holdfast/platform/testing';
import 'reflect-metadata';
import { entities, migrations } from '../composition.js';
import { directoriesAbove, placeOf } from '../artifact-file/place.js';
import { Paths1763910000000 } from './migrations/1763910000000-paths.migration.js';

const repositories = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
const paths = [
  'top.txt',
  'com/acme/lib/1.0/Lib-1.0.jar',
  'com/acme/ÄPFEL/ΟΔΟΣ',
  'x/x/x',
  `${'d/'.repeat(60)}deep`,
];

// PostgreSQL itself; the server's address comes from tools/test.
describe('files that earlier code has stored', () => {
  it('get the paths at which they stand', async () => {
    setLogLevel('silent');
    const database = await testDatabase(testDatabaseServer(), 'artifact');
    const open = (which: typeof migrations) =>
      openDatabase({ url: database.url, schema: 'artifact', entities, migrations: which });
    const earlier = await open(migrations.filter((each) => each !== Paths1763910000000));
    for (const repository of repositories)
      for (const place of paths.map((path) => placeOf(repository, path))) {
        for (const { hash, parent, name } of directoriesAbove(place))
          await earlier.query('insert into directory values ($1, $2, $3, $4) on conflict do nothing', [
            repository,
            hash,
            parent,
            name,
          ]);
        await earlier.query(
          `insert into file (repository, directory, name, size, md5, sha1, sha256, sha512, uploaded, released, created_by,
             created_at, modified_at) values ($1, $2, $3, 1, '', '', '', '', 0, true, $1, now(), now())`,
          [repository, place.hash, place.name],
        );
      }
    await earlier.destroy();
    const source = await open(migrations);
    try {
      const found = await source.query<{ path: string; text: string }[]>(
        'select path, search_text as text from file order by repository, path',
      );
      const wanted = [...paths].sort().map((path) => ({ path, text: searchText(path) }));
      expect(found).toEqual([...wanted, ...wanted]);
    } finally {
      await source.destroy();
      await database.drop();
    }
  });
});
