import { idempotencyCalls, type IdempotencyClaim } from '@holdfast/contracts';
import { sha256, type Principal } from '@holdfast/kernel';
import { IdentityWorld } from '../identity-world.fixture.js';

const mebibyte = 2 ** 20;

// PostgreSQL itself; the server's address comes from tools/test.
describe('answers that are kept for retries, where they are large', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let other: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    ({ admin: other } = await world.company('other'));
  });
  afterAll(() => world.end());

  const claimOf = (key: string): IdempotencyClaim => ({
    operation: 'project.create',
    key: sha256(key),
    request: sha256(key),
  });
  const claim = async (key: string, principal = admin): Promise<string> =>
    (await world.ask<{ state: string }>(idempotencyCalls.claim, claimOf(key), { principal })).state;
  const answered = async (key: string, body: string, principal = admin): Promise<void> => {
    expect(await claim(key, principal)).toBe('mine');
    const finish = { ...claimOf(key), status: 201, body };
    await world.ask(idempotencyCalls.finish, finish, { principal });
  };
  const bytes = async (): Promise<number> => {
    const sum =
      'select sum(octet_length(body))::int as bytes from identity.idempotency where account_uuid = $1';
    return (await world.source.query<{ bytes: number }[]>(sum, [admin.account.uuid]))[0].bytes;
  };

  it('are at most 16 MiB of one account: the older ones go, and small ones, and those of others, stay', async () => {
    await answered('small', JSON.stringify({ id: 'small' }));
    await answered('theirs', 'y'.repeat(mebibyte), other);
    for (let count = 0; count < 20; count += 1) await answered(`large ${count}`, 'x'.repeat(mebibyte));
    expect(await bytes()).toBeLessThan(17 * mebibyte);
    for (const kept of ['small', 'large 19', 'large 4'])
      expect([kept, await claim(kept)]).toEqual([kept, 'kept']);
    expect(await claim('theirs', other)).toBe('kept');
    // As a day later: it is a first request again.
    expect(await claim('large 3')).toBe('mine');
  });

  it('stay while they are under way, however many there are, and come at the same time', async () => {
    const keys = Array.from({ length: 24 }, (_, index) => `parallel ${index}`);
    await Promise.all(keys.map((key) => answered(key, 'z'.repeat(mebibyte))));
    await answered('last', 'z'.repeat(mebibyte));
    expect(await bytes()).toBeLessThan(17 * mebibyte);
    expect(await claim('last')).toBe('kept');
  });
});
