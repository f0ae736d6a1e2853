import { randomBytes } from 'node:crypto';
import { auditEventOperations, type AuditRecord } from '@holdfast/contracts';
import { AuditOutbox } from '@holdfast/platform/audit';
import { IdentityWorld, type AnyView } from '../identity-world.fixture.js';

// One record that the database did not take kept all that came after it, of all companies, from being stored.
describe('an audit record that cannot be stored', () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await IdentityWorld.start();
  });
  afterAll(() => world.end());

  it('is left out, and the others are stored', async () => {
    const { admin } = await world.company('acme');
    const at = Date.now();
    const record = (number: number, address: string): AuditRecord => ({
      id: `${at.toString(16).padStart(12, '0')}00000000000${number}`,
      at,
      company: admin.company.uuid,
      operation: 'user.delete',
      target: { type: 'user', id: `user-${number}` },
      address,
      outcome: 'ok',
      detail: {},
    });
    // No part of it is there twice: the index could not take it shortened either.
    const long = randomBytes(9_000).toString('base64');
    await new AuditOutbox(world.source).keep([record(1, ''), record(2, long), record(3, '192.0.2.1')]);
    const { results } = await world.list<AnyView & { target: { id: string } }>(
      auditEventOperations.list,
      admin,
      {
        filters: { operation: 'user.delete' },
      },
    );
    expect(results.map(({ target }) => target.id)).toEqual(['user-1', 'user-3']);
  });
});
