import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitAlone } from '../git-alone.fixture.js';
import { createBackup } from '../making/create-backup.js';
import { TestInstallation } from '../test-installation.fixture.js';
import type { Vault } from '../vault/vault.js';
import { vaultInMemory } from '../vault-in-memory.fixture.js';
import { restorePart } from './restore-part.js';

const silent = (): void => undefined;

// Its versions count changes, and those of the backup are fewer: no limit held until as many were made anew.
describe('what the ledger knows of a repository that was restored alone', () => {
  let scratch: string;
  let vault: Vault;
  let source: TestInstallation;
  let id: string;
  const uuids: string[] = [];
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'usage-'));
    vault = await vaultInMemory(scratch);
    source = await TestInstallation.make();
    for (const name of ['core', 'other']) uuids.push(await source.addRepository(name, { HEAD: 'ref' }));
    for (const uuid of uuids)
      await source.client.query('insert into identity.storage_usage values ($1, $2, $3, 15000000, 10)', [
        ...[uuid, source.project, source.company],
      ]);
    ({ id } = await createBackup({ installation: source.installation, vault, kinds: gitAlone }, silent));
    await source.client.query('update identity.storage_usage set bytes = 30, version = 80');
  });
  afterAll(async () => {
    await source.end();
    await rm(scratch, { recursive: true });
  });

  const restore = (part: Parameters<typeof restorePart>[2]) =>
    restorePart(source.installation, vault, part, {
      ...{ id, keepsBotKeys: false, keepsMirrors: false },
      tell: silent,
    });
  const known = async (): Promise<unknown[]> => {
    const { rows } = await source.client.query<{ repository_uuid: string; bytes: string; version: string }>(
      'select * from identity.storage_usage',
    );
    return uuids.map((uuid) => {
      const row = rows.find((each) => each.repository_uuid === uuid);
      return row && [Number(row.bytes), Number(row.version)];
    });
  };

  // The sums of project and company stand for these bytes: they go with the first report.
  it('is older than any report, and its bytes are as they were; all others are left', async () => {
    await restore({ repository: 'acme/code/core' });
    expect(await known()).toEqual([
      [30, 0],
      [30, 80],
    ]);
  });

  // Who repeated a request with its key heard that a branch was made that the restore had taken away.
  it('is told by no answer that was kept for an account of the company', async () => {
    const [own, strange] = ['01b00000-0000-7000-8000-000000000001', '01b00000-0000-7000-8000-000000000002'];
    await source.client.query(`insert into identity.account values ($1, $2, 'user')`, [own, source.company]);
    await source.client.query('insert into identity.idempotency values ($1), ($2)', [own, strange]);
    await restore({ repository: 'acme/code/core' });
    const { rows } = await source.client.query('select * from identity.idempotency');
    expect(rows).toEqual([{ account_uuid: strange }]);
  });

  it('is that of the backup where all of the company was restored', async () => {
    await restore({ company: 'acme' });
    expect(await known()).toEqual([
      [15_000_000, 10],
      [15_000_000, 10],
    ]);
  });
});
