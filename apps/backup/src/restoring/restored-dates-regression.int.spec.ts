import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitAlone } from '../git-alone.fixture.js';
import { createBackup } from '../making/create-backup.js';
import { TestInstallation } from '../test-installation.fixture.js';
import { vaultInMemory } from '../vault-in-memory.fixture.js';
import { restorePart } from './restore-part.js';

const silent = (): void => undefined;

// A client that had got a file or an index after the backup, and asked for it by its date alone, was told for ever that
// nothing had changed.
describe('artifacts of a repository that is restored', () => {
  let scratch: string;
  let source: TestInstallation;
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'dates-'));
    source = await TestInstallation.make();
  });
  afterAll(async () => {
    await source.end();
    await rm(scratch, { recursive: true });
  });

  it('are of the moment of the restore where something else may have been got meanwhile', async () => {
    const { installation, client } = source;
    const repository = await source.addRepository('core', { HEAD: 'ref' });
    const directory = Buffer.from('directory');
    await client.query('insert into artifact.directory values ($1, $2)', [directory, repository]);
    await client.query('insert into artifact.file_index (directory, generation) values ($1, 1)', [directory]);
    const store = async (name: string, released: boolean): Promise<void> => {
      await source.addArtifact(repository, Buffer.from(name));
      await client.query(
        "update artifact.file set directory = $1, name = $2, released = $3 where name = 'a.jar'",
        [directory, name, released],
      );
    };
    await store('same', true);
    await store('other', true);
    await store('gone', true);
    await store('gone-snapshot', false);
    await store('same-snapshot', false);
    const vault = await vaultInMemory(scratch);
    const { id } = await createBackup({ installation, vault, kinds: gitAlone }, silent);
    await client.query("delete from artifact.file where name like 'gone%'");
    await client.query("update artifact.file set sha256 = 'others' where name = 'other'");
    const options = { id, keepsBotKeys: false, keepsMirrors: false, tell: silent };
    await restorePart(installation, vault, { repository: 'acme/code/core' }, options);
    const { rows } = await client.query<{ name: string }>(
      "select name from artifact.file where modified_at > '2026-01-01' order by name",
    );
    expect(rows.map(({ name }) => name)).toEqual(['gone-snapshot', 'other']);
    // Builds of a SNAPSHOT are ordered by that.
    const stored = await client.query<{ name: string }>(
      "select name from artifact.file where back_at = modified_at and stored_at = '2026-01-01' order by name",
    );
    expect(stored.rows.map(({ name }) => name)).toEqual(['gone-snapshot', 'other']);
    const indexes = await client.query("select from artifact.file_index where changed_at > '2026-01-01'");
    expect(indexes.rowCount).toBe(1);
  });
});
