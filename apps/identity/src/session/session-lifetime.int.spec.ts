import { identityCalls, sessionOperations, type Authenticated } from '@holdfast/contracts';
import { sha256 } from '@holdfast/kernel';
import { IdentityWorld, type AnyView } from '../identity-world.fixture.js';

interface Login extends AnyView {
  account_key: string;
}

// PostgreSQL itself; the server's address comes from tools/test.
describe('sessions with a lifetime', () => {
  it('end when they were not used for so long, or are so old', async () => {
    const world = await IdentityWorld.start({ sessionIdleDays: 2, sessionDays: 10 });
    try {
      const { company_key: companyKey, password } = await world.company('acme');
      const body = { company: 'acme', login: 'admin', password };
      const { account_key: key } = await world.run<Login>(sessionOperations.create, undefined, { body });
      const works = async (): Promise<boolean> => {
        const asked = { companyKey, accountKeyHash: sha256(key) };
        return (await world.ask<Authenticated>(identityCalls.authenticate, asked)).principal !== undefined;
      };
      const aged = (column: string, days: number) =>
        world.source.query(`update session set ${column} = now() - make_interval(days => $1)`, [days]);
      expect(await works()).toBe(true);
      await aged('last_used_at', 3);
      expect(await works()).toBe(false);
      await aged('last_used_at', 1);
      expect(await works()).toBe(true);
      await aged('created_at', 11);
      expect(await works()).toBe(false);
      // The next login clears away what is over.
      await world.run<Login>(sessionOperations.create, undefined, { body });
      const [{ kept }] = await world.source.query<[{ kept: number }]>(
        'select count(*)::int as kept from session',
      );
      expect(kept).toBe(1);
    } finally {
      await world.end();
    }
  });
});
