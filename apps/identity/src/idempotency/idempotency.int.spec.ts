import { idempotencyCalls, type IdempotencyClaim } from '@holdfast/contracts';
import { sha256, type Principal } from '@holdfast/kernel';
import { IdentityWorld } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('answers that are kept for retries', () => {
  let world: IdentityWorld;
  let admin: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
  });
  afterAll(() => world.end());

  const claimOf = (key: string, body: object): IdempotencyClaim => ({
    operation: 'user.create',
    key: sha256(key),
    request: sha256(JSON.stringify([{}, body])),
  });
  const ask = (subject: string, claim: IdempotencyClaim) => world.ask(subject, claim, { principal: admin });

  it('belong to the same request of the same account', async () => {
    const claim = claimOf('a', { id: 'ada' });
    expect(await ask(idempotencyCalls.claim, claim)).toEqual({ state: 'mine' });
    expect(await ask(idempotencyCalls.claim, claim)).toEqual({ state: 'busy' });
    const answer = { status: 201, body: '{}' };
    await world.ask(idempotencyCalls.finish, { ...claim, ...answer }, { principal: admin });
    expect(await ask(idempotencyCalls.claim, claim)).toEqual({ state: 'kept', ...answer });
    expect(await ask(idempotencyCalls.claim, claimOf('a', { id: 'bob' }))).toEqual({ state: 'other' });
  });

  it('can be asked for again when the first request was not carried out', async () => {
    const claim = claimOf('b', { id: 'ada' });
    await ask(idempotencyCalls.claim, claim);
    await ask(idempotencyCalls.release, claim);
    expect(await ask(idempotencyCalls.claim, claim)).toEqual({ state: 'mine' });
  });

  it('can be asked for again a minute after the first request was renewed last', async () => {
    const claim = claimOf('d', { id: 'ada' });
    const passes = (seconds: number) =>
      world.source.query(
        `update identity.idempotency set created_at = created_at - make_interval(secs => $1) where key = $2`,
        [seconds, claim.key],
      );
    await ask(idempotencyCalls.claim, claim);
    await passes(50);
    await ask(idempotencyCalls.renew, claim);
    await passes(50);
    expect(await ask(idempotencyCalls.claim, claim)).toEqual({ state: 'busy' });
    await passes(11);
    expect(await ask(idempotencyCalls.claim, claim)).toEqual({ state: 'mine' });
  });

  it('leave nothing in the database that guesses of a password could be compared with', async () => {
    const claim = claimOf('c', { id: 'ada', password: 'Sturdy4Knots' });
    await ask(idempotencyCalls.claim, claim);
    const rows = await world.source.query<Record<string, unknown>[]>('select * from identity.idempotency');
    expect(JSON.stringify(rows)).toContain(claim.key);
    expect(JSON.stringify(rows)).not.toContain(claim.request);
  });
});
