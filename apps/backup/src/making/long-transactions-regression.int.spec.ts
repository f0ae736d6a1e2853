import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitAlone } from '../git-alone.fixture.js';
import { blobsOf } from '../blobs/blob-copy.js';
import { backupLock } from '../database/database-copy.js';
import { MemoryTarget } from '../memory-target.fixture.js';
import { TestInstallation } from '../test-installation.fixture.js';
import { newKey, VaultKey } from '../vault/vault-key.js';
import { Vault } from '../vault/vault.js';
import { createBackup } from './create-backup.js';

/** Does something first, each time before it stores. */
class WatchedTarget extends MemoryTarget {
  watch: () => Promise<void> = () => Promise.resolve();

  override async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.watch();
    await super.put(name, bytes);
  }
}

// For as long as the files were copied, hours, the database kept every row that anybody had removed, and each queue was
// read through all that had passed.
describe('a backup', () => {
  let scratch: string;
  let source: TestInstallation;
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'transactions-'));
    await writeFile(join(scratch, 'key'), newKey());
    source = await TestInstallation.make();
  });
  afterAll(async () => {
    await source.end();
    await rm(scratch, { recursive: true });
  });

  it('has no transaction open while it copies files, but lets nobody remove what it is to copy', async () => {
    const target = new WatchedTarget();
    const vault = new Vault(target, VaultKey.read(join(scratch, 'key')));
    const code = await source.addRepository('code', { HEAD: randomBytes(1000) });
    const sha256 = await source.addArtifact(code, randomBytes(1000));
    const { client } = source;
    const seen: unknown[] = [];
    const looks = async (): Promise<void> => {
      const { rows } = await client.query<Record<string, unknown>>(
        `select pg_try_advisory_xact_lock_shared(${backupLock}) as removes, count(*)::int as sessions,
                count(xact_start)::int as transactions
           from pg_stat_activity where application_name = 'backup' and datname = current_database()`,
      );
      seen.push(...rows);
      // Its rows are forgotten; what the backup refers to stays.
      await client.query('delete from artifact.file');
    };
    const told: string[] = [];
    const tell = (line: string): void => {
      told.push(line);
      if (line === 'the repositories') target.watch = looks;
    };
    const made = await createBackup({ installation: source.installation, vault, kinds: gitAlone }, tell);
    expect(seen.length).toBeGreaterThan(3);
    for (const look of seen)
      expect(look).toEqual({ removes: false, transactions: 0, sessions: expect.any(Number) as number });
    expect(made).toMatchObject({ problems: [], totals: { repositories: 1, blobs: 1 } });
    const blobs: string[] = [];
    for await (const blob of blobsOf(vault, made.blobs)) blobs.push(blob.sha256);
    expect(blobs).toEqual([sha256]);
    expect(told).toEqual([expect.stringContaining('the database of'), 'the repositories', 'the artifacts']);
    const { rows } = await client.query(`select pg_try_advisory_xact_lock_shared(${backupLock}) as removes`);
    expect(rows).toEqual([{ removes: true }]);
  });
});
