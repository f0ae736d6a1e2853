import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitAlone } from '../git-alone.fixture.js';
import { createBackup } from '../making/create-backup.js';
import { vaultInMemory } from '../vault-in-memory.fixture.js';
import { TestInstallation } from '../test-installation.fixture.js';
import type { Vault } from '../vault/vault.js';
import { restoreEverything } from './restore-everything.js';
import { restorePart } from './restore-part.js';

const silent = (): void => undefined;

// Seconds after its start a restored installation pushed, by force, what it had been at the time of the backup: what
// had come to the other side since then was gone there, often the only copy that was left.
describe('mirrors of what was restored', () => {
  let scratch: string;
  let vault: Vault;
  let source: TestInstallation;
  let followed: string;
  let following: string;
  let id: string;
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'mirrors-'));
    vault = await vaultInMemory(scratch);
    source = await TestInstallation.make();
    followed = await source.addRepository('followed', { HEAD: 'ref' });
    following = await source.addRepository('following', { HEAD: 'ref' });
    await source.client.query(
      `insert into repository.remote values ($1, 'mirror', 'push', true, now()), ($2, 'mirror', 'pull', true, now()),
              ($1, 'import', 'pull', true, null)`,
      [followed, following],
    );
    ({ id } = await createBackup({ installation: source.installation, vault, kinds: gitAlone }, silent));
  });
  afterAll(async () => {
    await source.end();
    await rm(scratch, { recursive: true });
  });

  const atWork = async ({ client }: TestInstallation): Promise<unknown[]> => {
    const asked = "select * from repository.remote where purpose = 'mirror' and (enabled or due is not null)";
    return (await client.query<{ repository: string }>(asked)).rows.map(({ repository }) => repository);
  };

  it.each([
    { keepsMirrors: false, mirrors: 2 },
    { keepsMirrors: true, mirrors: 0 },
  ])('do nothing after a restore of everything, but where they are kept: $keepsMirrors', async (asked) => {
    const { keepsMirrors, mirrors } = asked;
    const target = await TestInstallation.make({ empty: true });
    const options = { id, keepsBotKeys: false, keepsMirrors, tell: silent };
    const done = await restoreEverything(target.installation, vault, options);
    expect(done).toMatchObject({ mirrors, repositories: 2, problems: [] });
    expect(await atWork(target)).toHaveLength(2 - mirrors);
    const why = await target.client.query("select error from repository.remote where purpose = 'mirror'");
    const error = keepsMirrors ? null : (expect.stringContaining('switch it on') as string);
    expect(why.rows).toEqual([{ error }, { error }]);
    await target.end();
  });

  it('do nothing after the restore of a part; those of others go on', async () => {
    const options = { id, keepsBotKeys: false, keepsMirrors: false, tell: silent };
    const one = await restorePart(source.installation, vault, { repository: 'acme/code/followed' }, options);
    expect(one).toMatchObject({ mirrors: 1, repositories: 1 });
    expect(await atWork(source)).toEqual([following]);
    expect(await restorePart(source.installation, vault, { company: 'acme' }, options)).toMatchObject({
      ...{ mirrors: 2, repositories: 2 },
    });
    expect(await atWork(source)).toEqual([]);
  });
});
