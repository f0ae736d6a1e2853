import type { Installation } from '../installation/installation.js';
import { TestInstallation } from '../test-installation.fixture.js';
import { markRestore, refuseOtherRestore, unmarkRestore } from './restore-mark.js';

describe('the mark of a restore where no file is seen by who starts the installation', () => {
  let test: TestInstallation;
  let installation: Installation;
  beforeEach(async () => {
    test = await TestInstallation.make();
    const { restoring, ...others } = test.installation;
    expect(restoring).toBeDefined();
    installation = others;
  });
  afterEach(() => test.end());

  /** What the preparation of an installation of images looks for (`restoreUnderWay` of the tools). */
  const noted = async (): Promise<string | null> => {
    const { rows } = await test.client.query<{ note: string | null }>(
      "select obj_description(oid, 'pg_namespace') as note from pg_namespace where nspname = 'identity'",
    );
    return rows[0].note;
  };

  it('is in the database until the restore has ended', async () => {
    await refuseOtherRestore(installation, 'restore the company acme again');
    await markRestore(installation, "restore the company o'hara again");
    expect(await noted()).toBe("restore: restore the company o'hara again");
    await refuseOtherRestore(installation, "restore the company o'hara again");
    await expect(refuseOtherRestore(installation, 'restore the company acme again')).rejects.toThrow(
      "another restore did not end: restore the company o'hara again",
    );
    await unmarkRestore(installation);
    expect(await noted()).toBeNull();
    await refuseOtherRestore(installation, 'restore the company acme again');
  });
});
