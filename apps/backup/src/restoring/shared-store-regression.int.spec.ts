import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobStore } from '@holdfast/blob-spi';
import { testDatabase, testDatabaseServer, type TestDatabase } from '@holdfast/platform/testing';
import { openArtifactBlobs } from '../blob-stores.js';
import type { Installation } from '../installation/installation.js';
import { connectAs } from '../database/connection.js';
import { backupFormat, type Manifest } from '../making/manifest.js';
import { vaultInMemory } from '../vault-in-memory.fixture.js';
import { LineWriter } from '../vault/content-writer.js';
import type { Vault } from '../vault/vault.js';
import { settleStoreOwner } from './artifact-store.js';
import { restoreEverything } from './restore-everything.js';

// What was restored to be tried got the bucket of the installation that lives, and removed what had come since.
describe('a restore where artifacts are already', () => {
  let scratch: string;
  let vault: Vault;
  let store: BlobStore;
  let installation: Installation;
  const manifestOf = async (): Promise<Manifest> => ({
    ...{ format: backupFormat, id: 'a', point: '', finished: '', schemas: [], journals: {}, files: {} },
    repositories: await new LineWriter(vault).end(),
    blobs: await new LineWriter(vault).end(),
    totals: { repositories: 0, files: 0, blobs: 0, rows: 0, bytes: 0, written: 0 },
    problems: [],
  });
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'shared-'));
    vault = await vaultInMemory(scratch);
    await vault.putManifest('a', await manifestOf());
    store = await openArtifactBlobs({ data: join(scratch, 'artifact') });
    installation = {
      ...{ schemas: [], nodes: {}, blobs: { data: join(scratch, 'artifact') }, files: {} },
      restoring: join(scratch, 'restoring'),
    };
  });
  afterEach(async () => {
    await store.close();
    await rm(scratch, { recursive: true });
  });
  const restore = (takesArtifacts = false) =>
    restoreEverything(installation, vault, {
      ...{ id: 'a', keepsBotKeys: false, keepsMirrors: false, takesArtifacts, tell: () => undefined },
    });
  const put = async (): Promise<void> => (await store.stage(Readable.from([Buffer.from('jar')]))).publish();

  it('is refused unless it is said that they are to be its own', async () => {
    const begun = /no schema/;
    await expect(restore()).rejects.toThrow(begun);
    await put();
    await expect(restore()).rejects.toThrow(/artifacts in .* already.*--take-artifacts/);
    await expect(restore(true)).rejects.toThrow(begun);
  });

  it('is refused where the store is somebody else’s, though he has stored nothing yet', async () => {
    await store.owner.claim('somebody');
    await expect(restore()).rejects.toThrow('--take-artifacts');
  });

  describe('with a database', () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await testDatabase(testDatabaseServer(), 'artifact');
      installation.schemas.push({ name: 'artifact', databaseUrl: database.url });
    });
    afterEach(() => database.drop());
    const asked = async (query: string): Promise<Record<string, unknown>[]> => {
      const client = await connectAs(installation.schemas[0]);
      try {
        return (await client.query<Record<string, unknown>>(query)).rows;
      } finally {
        await client.end();
      }
    };

    it('claims the store as another one than that of the backup, and takes it where that was said', async () => {
      await settleStoreOwner(installation, { takes: false });
      await store.owner.claim('somebody');
      await settleStoreOwner(installation, { takes: true });
      expect(await store.owner.known()).toBeUndefined();
      await asked('create table artifact.store_owner (uuid uuid primary key)');
      const [{ uuid }] = await asked(
        'insert into artifact.store_owner values (gen_random_uuid()) returning uuid',
      );
      await store.owner.claim(String(uuid));
      await settleStoreOwner(installation, { takes: false });
      const [renewed, ...others] = await asked('select uuid from artifact.store_owner');
      expect(others).toEqual([]);
      expect(renewed.uuid).not.toBe(uuid);
      expect(await store.owner.known()).toBe(uuid);
      await settleStoreOwner(installation, { takes: true });
      const [taken] = await asked('select uuid from artifact.store_owner');
      // The former one lives after all, and sweeps before the restored one is started.
      expect(await store.owner.claim(String(uuid))).toBe(taken.uuid);
      expect(taken.uuid).not.toBe(uuid);
    });
  });
});
