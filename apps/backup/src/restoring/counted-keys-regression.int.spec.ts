import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitAlone } from '../git-alone.fixture.js';
import { createBackup } from '../making/create-backup.js';
import { TestInstallation } from '../test-installation.fixture.js';
import { vaultInMemory } from '../vault-in-memory.fixture.js';
import type { Vault } from '../vault/vault.js';
import { restoreEverything } from './restore-everything.js';
import { restorePart } from './restore-part.js';

const silent = (): void => undefined;

// The restore of a company said that no session and no key had ended, however many it had taken away.
describe('what a restore says of sessions and keys', () => {
  let scratch: string;
  let vault: Vault;
  let source: TestInstallation;
  let id: string;
  const [user, bot, stranger] = [randomUUID(), randomUUID(), randomUUID()];
  const other = randomUUID();

  const add = async (account: string, sessions: number): Promise<void> => {
    for (let left = sessions; left > 0; left -= 1)
      await source.client.query('insert into identity.session values ($1, $2)', [randomUUID(), account]);
  };
  const left = async (account: string): Promise<number> => {
    const asked = 'select from identity.session where account_uuid = $1';
    return (await source.client.query(asked, [account])).rows.length;
  };

  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'keys-'));
    vault = await vaultInMemory(scratch);
    source = await TestInstallation.make();
    await source.client.query("insert into identity.company values ($1, 'other')", [other]);
    await source.client.query(
      `insert into identity.account values ($1, $4, 'user'), ($2, $4, 'bot'), ($3, $5, 'user')`,
      [user, bot, stranger, source.company, other],
    );
    await add(user, 2);
    await add(bot, 1);
    await add(stranger, 1);
    ({ id } = await createBackup({ installation: source.installation, vault, kinds: gitAlone }, silent));
    // What came later ends, too.
    await add(user, 3);
    await add(bot, 1);
  });
  afterEach(async () => {
    await source.end();
    await rm(scratch, { recursive: true });
  });

  const options = (keepsBotKeys: boolean) => ({ id, keepsBotKeys, keepsMirrors: false, tell: silent });

  it.each([
    { keepsBotKeys: false, ended: 7, ofBot: 0 },
    { keepsBotKeys: true, ended: 6, ofBot: 1 },
  ])('is true of a company; keys of bots stay: $keepsBotKeys', async ({ keepsBotKeys, ended, ofBot }) => {
    const done = await restorePart(source.installation, vault, { company: 'acme' }, options(keepsBotKeys));
    expect(done).toMatchObject({ ended });
    expect([await left(user), await left(bot), await left(stranger)]).toEqual([0, ofBot, 1]);
  });

  it('is true of one repository, which ends none', async () => {
    await source.addRepository('core', { HEAD: 'ref' });
    ({ id } = await createBackup({ installation: source.installation, vault, kinds: gitAlone }, silent));
    const part = { repository: 'acme/code/core' };
    expect(await restorePart(source.installation, vault, part, options(false))).toMatchObject({ ended: 0 });
    expect(await left(user)).toBe(5);
  });

  it('is true of everything', async () => {
    const target = await TestInstallation.make({ empty: true });
    const done = await restoreEverything(target.installation, vault, options(true));
    expect(done).toMatchObject({ ended: 3 });
    await target.end();
  });
});
