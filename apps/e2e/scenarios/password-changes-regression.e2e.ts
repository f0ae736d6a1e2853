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
    // 429: too many wait. 503: their turn did not come in time, on a machine that is slow or busy besides.
    const answers = await Promise.all(flood);
    const refused = answers.filter((status) => status !== 200);
    expect(refused.filter((status) => ![429, 503].includes(status))).toEqual([]);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(answers.length);
  });
});
