import { jest } from '@jest/globals';
import { auditEventOperations } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { IdentityWorld } from '../identity-world.fixture.js';
import { Loopback } from '../loopback.fixture.js';

// Each list began a collection of its own: a hundred at once asked all services a hundred times for the same records.
describe('many lists of audit events at once', () => {
  let world: IdentityWorld;
  let admin: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
  });
  afterAll(() => world.end());
  afterEach(() => jest.restoreAllMocks());

  it('share what is collected', async () => {
    const call = jest.spyOn(Loopback.prototype, 'call');
    const lists = Array.from({ length: 50 }, () =>
      world.list(auditEventOperations.list, admin, { limit: 1 }),
    );
    await Promise.all(lists);
    // Of two services; the service itself asks once a second.
    expect(call.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect(call.mock.calls.length).toBeLessThan(50);
  });
});
