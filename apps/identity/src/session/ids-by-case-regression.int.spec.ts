import { auditEventOperations, botOperations, identityCalls, type Authenticated } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { RefusedLoginEvents } from '../audit-event/refused-login-events.js';
import { IdentityWorld, type AnyView } from '../identity-world.fixture.js';

// Ids differ by case, failed logins are counted without: a bot `ANN` of anybody, by whose password ten failures of
// `ann` were taken back, let him guess on without a limit.
describe('accounts whose ids differ by case', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let tried = 0;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.users(admin, 'ann');
    await bot('ANN');
  });
  afterAll(() => world.end());

  const password = 'Secret123';
  const bot = (id: string) =>
    world.run(botOperations.create, admin, { body: { id, visibility: 'public', password } });
  const comes = async (login: string, given: string, address: string): Promise<boolean> => {
    const sent = { company: 'acme', login, password: given };
    return 'principal' in (await world.ask<Authenticated>(identityCalls.verifyPassword, sent, { address }));
  };
  const wrong = async (login: string, times: number, address: string): Promise<boolean[]> => {
    const came = [];
    for (let time = 0; time < times; time += 1)
      came.push(await comes(login, `Wrong${(tried += 1)}`, address));
    return came;
  };

  it('take back no failures of one another', async () => {
    const address = '192.0.2.50';
    expect(await wrong('ann', 10, address)).not.toContain(true);
    expect(await comes('ANN', password, address)).toBe(true);
    await wrong('ann', 1, address);
    expect([await comes('ann', password, address), await comes('ANN', password, address)]).toEqual([
      false,
      false,
    ]);
    expect(await comes('ann', password, '192.0.2.51')).toBe(true);
  });

  it('are told by nothing: an id that nobody has counts as one that somebody has', async () => {
    const limited = async (taken: string, other: string, address: string): Promise<boolean[]> => {
      await wrong(other, 6, address);
      await wrong(taken, 4, address);
      const came = [await comes(taken, password, address)];
      await wrong(taken, 4, address);
      came.push(await comes(taken, password, address));
      await wrong(taken, 5, address);
      return [...came, await comes(taken, password, address)];
    };
    expect(await limited('ann', 'ANN', '192.0.2.52')).toEqual([true, true, false]);
    expect(await limited('ann', 'Ann', '192.0.2.53')).toEqual([true, true, false]);
  });

  it('take back their own failures, whatever the case of the e-mail address', async () => {
    const address = '192.0.2.54';
    for (let round = 0; round < 3; round += 1) {
      await wrong('ANN@example.com', 3, address);
      await wrong('ann@EXAMPLE.com', 4 + round, address);
      expect(await comes('ann@example.com', password, address)).toBe(true);
    }
  });

  it('are opened together by the operator', async () => {
    const address = '192.0.2.55';
    await wrong('Ann', 11, address);
    expect(await comes('ann', password, address)).toBe(false);
    await world.ask(identityCalls.unlockAccount, { company: 'acme', login: 'ann' });
    expect(await comes('ann', password, address)).toBe(true);
  });

  it('are told apart where refused logins are noted', async () => {
    const address = '192.0.2.56';
    const events = world.part(RefusedLoginEvents);
    await events.write();
    for (const login of ['ANN', 'ann', 'Ann', 'ann']) await wrong(login, 1, address);
    await events.write();
    const { results } = await world.list(auditEventOperations.list, admin);
    const of = results.filter((each) => each.address === address);
    const counts = of.map(({ target, detail }) => [
      (target as AnyView).id,
      (detail as { count: number }).count,
    ]);
    expect(counts.sort()).toEqual([
      ['', 1],
      ['ANN', 1],
      ['ann', 2],
    ]);
  });
});
