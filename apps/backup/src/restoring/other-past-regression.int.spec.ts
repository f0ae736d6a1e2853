import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitAlone } from '../git-alone.fixture.js';
import { createBackup } from '../making/create-backup.js';
import { vaultInMemory } from '../vault-in-memory.fixture.js';
import { TestInstallation } from '../test-installation.fixture.js';
import type { Vault } from '../vault/vault.js';
import { restorePart } from './restore-part.js';

const silent = (): void => undefined;

// The backup is of a past that an installation does not have which was restored whole from an older one.
describe('a part of a backup of another past', () => {
  let scratch: string;
  let vault: Vault;
  let source: TestInstallation;
  let id: string;
  const [ann, bob] = [randomUUID(), randomUUID()];
  const [mine, others] = ['mine', 'others'].map((name) => Buffer.from(name));
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'pasts-'));
    vault = await vaultInMemory(scratch);
    source = await TestInstallation.make();
    const repository = await source.addRepository('core', { HEAD: 'ref' });
    const ask = (text: string, values: unknown[] = []) => source.client.query(text, values);
    await ask("insert into identity.account values ($1, $2, 'user')", [ann, source.company]);
    await ask('insert into identity.idempotency values ($1), ($2)', [ann, bob]);
    await ask('insert into artifact.directory values ($1, $2), ($3, $4)', [
      ...[mine, repository, others, randomUUID()],
    ]);
    await ask(
      `insert into artifact.file_index (directory, generation, rendered, added, added_at, added_to, content)
       values ($1, 7, 7, '1.0', 7, 6, 'old'), ($2, 3, 3, '1.0', 3, 2, 'new')`,
      [mine, others],
    );
    await ask("select setval('artifact.file_index_generation', 7)");
    ({ id } = await createBackup({ installation: source.installation, vault, kinds: gitAlone }, silent));
    // As after the restore of an older one: what others get next has been this one's in the other past.
    await ask("select setval('artifact.file_index_generation', 3)");
    await ask('delete from artifact.file_index where directory = $1', [mine]);
  });
  afterAll(async () => {
    await source.end();
    await rm(scratch, { recursive: true });
  });

  const restore = (part: Parameters<typeof restorePart>[2]) =>
    restorePart(source.installation, vault, part, {
      id,
      keepsBotKeys: false,
      keepsMirrors: false,
      tell: silent,
    });

  it.each([
    { part: { repository: 'acme/code/core' }, generation: '4' },
    { part: { company: 'acme' }, generation: '5' },
  ])('has indexes in states that no other has, now or later: $part', async ({ part, generation }) => {
    await restore(part);
    const { rows } = await source.client.query('select * from artifact.file_index order by directory');
    const nothing = { rendered: null, added: null, added_at: null, added_to: null, content: null };
    expect(rows).toEqual([
      { directory: mine, generation, changed_at: expect.any(Date) as Date, ...nothing },
      expect.objectContaining({ directory: others, generation: '3', rendered: '3', added: '1.0' }),
    ]);
  });

  it('leaves no answers for retries of what is gone, but those of others', async () => {
    await restore({ company: 'acme' });
    const { rows } = await source.client.query('select account_uuid from identity.idempotency');
    expect(rows).toEqual([{ account_uuid: bob }]);
  });
});
