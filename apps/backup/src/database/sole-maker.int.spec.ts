import { TestInstallation } from '../test-installation.fixture.js';
import { asSoleMaker } from './sole-maker.query.js';

describe('who makes a backup', () => {
  let test: TestInstallation;
  beforeEach(async () => (test = await TestInstallation.make()));
  afterEach(() => test.end());

  const database = () => asSoleMaker(test.installation, (maker) => Promise.resolve(maker.database));

  it('is one at a time with a database, whose name is none of another', async () => {
    const other = await TestInstallation.make();
    const [first, second, elsewhere] = await asSoleMaker(test.installation, async (maker) => [
      maker.database,
      await database(),
      await asSoleMaker(other.installation, (another) => Promise.resolve(another.database)),
    ]);
    expect(first).toMatch(/^\d+\.\d+\.\d{10}\.\d+$/);
    expect(second).toBeUndefined();
    expect(elsewhere).toMatch(/^\d+\.\d+\.\d{10}\.\d+$/);
    expect(elsewhere).not.toBe(first);
    expect(await database()).toBe(first);
    await other.end();
  });

  it('finds out that it may not be the only one any more', async () => {
    await asSoleMaker(test.installation, async ({ check }) => {
      await check();
      await test.client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'backup' and datname = current_database()`,
      );
      await expect(check()).rejects.toThrow();
      expect(await database()).toBeDefined();
    });
  });
});
