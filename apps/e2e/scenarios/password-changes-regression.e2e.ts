/** @apart Makes all logins wait. */
import { must } from '../clients/api.js';
import { companyAdmin, newCompany, newUser } from '../world.js';

describe('New passwords', () => {
  it('that one sets many of keep nobody of another company waiting', async () => {
    const [admin, other] = [await companyAdmin(), await newCompany()];
    const person = await newUser(admin);
    let open = 300;
    const flood = Array.from({ length: open }, async (_, n) => {
      const { status } = await admin.api.put(`/users/${person.id}`, { password: `Sturdy4Knots${n}` });
      open -= 1;
      return status;
    });
    await Promise.race(flood);
    await must(other.api.put('/users/me', { password: 'Another4Knots' }));
    expect(open).toBeGreaterThan(0);
    const answers = new Set(await Promise.all(flood));
    // 503: a machine that is busy besides.
    expect([...answers].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    for (const status of [200, 429]) expect(answers).toContain(status);
  });
});
