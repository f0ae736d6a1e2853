import type { AuditRecord } from '@holdfast/contracts';
import { DomainError, timedId, type CallContext } from '@holdfast/kernel';
import type { DataSource } from 'typeorm';
import { setLogLevel } from '../../observability/logger.js';
import { testDatabase, testDatabaseServer, type TestDatabase } from '../../testing/index.js';
import { dataSource } from '../data-source.js';
import { AuditOutbox, createAuditOutbox } from './audit-outbox.js';
import { audited } from './audited.js';
import { performing } from './performed.js';

const company = '0190a000-0000-7000-8000-000000000001';
const ctx: CallContext = {
  requestId: 'test',
  deadline: 0,
  address: '192.0.2.1',
  principal: {
    company: { uuid: company, id: 'acme' },
    account: { uuid: company, id: 'ada', type: 'user', email: 'ada@example.org', name: 'Ada' },
    companyAdmin: false,
    credential: '',
  },
};
const deleting = performing(ctx, { operation: 'thing.delete', object: 'thing', detail: () => ({}) });

// PostgreSQL itself; the server's address comes from tools/test.
describe('records that wait to be collected', () => {
  let database: TestDatabase;
  let source: DataSource;
  let outbox: AuditOutbox;
  beforeAll(async () => {
    setLogLevel('silent');
    database = await testDatabase(testDatabaseServer(), 'things');
    source = dataSource({ url: database.url, schema: 'things', entities: [], migrations: [] });
    await source.initialize();
    await source.query(createAuditOutbox('things'));
    outbox = new AuditOutbox(source);
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });
  beforeEach(() => source.query('delete from audit_outbox'));

  const pending = async (): Promise<AuditRecord[]> => (await outbox.pending({ collected: [] })).records;
  const record = (): AuditRecord => ({
    id: timedId(),
    at: Date.now(),
    company,
    operation: 'thing.delete',
    target: { type: 'thing', id: 'one' },
    address: '',
    outcome: 'ok',
    detail: {},
  });

  it('are answered until they are said to be stored', async () => {
    for (const id of ['one', 'two']) await audited(source, deleting, () => Promise.resolve({ id }));
    const first = await pending();
    expect(first.map(({ target, account, address }) => [target.id, account?.id, address])).toEqual([
      ['one', 'ada', '192.0.2.1'],
      ['two', 'ada', '192.0.2.1'],
    ]);
    expect(await pending()).toEqual(first);
    expect((await outbox.pending({ collected: [first[0].id] })).records).toEqual([first[1]]);
    expect((await outbox.pending({ collected: [first[1].id] })).records).toEqual([]);
  });

  it('are there with the change or not at all', async () => {
    const failing = audited(source, deleting, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await audited(source, deleting, () => Promise.resolve(undefined))).toBeUndefined();
    expect(await pending()).toEqual([]);
    await expect(audited(source, ctx, () => Promise.resolve({ id: 'one' }))).rejects.toThrow(
      'outside of an operation',
    );
  });

  it('are held back while a change outside of the database is under way', async () => {
    const one = record();
    const result = await outbox.around(one, async () => {
      expect(await pending()).toEqual([]);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await pending()).toEqual([one]);
  });

  it('are none of a change that was refused', async () => {
    const refused = outbox.around(record(), () => Promise.reject(DomainError.notFound()));
    await expect(refused).rejects.toThrow();
    await source.query("update audit_outbox set open_until = now() - interval '1 second'");
    expect(await pending()).toEqual([]);
  });

  it('are of unknown outcome where nobody said what became of it', async () => {
    const one = record();
    await expect(outbox.around(one, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
    expect(await pending()).toEqual([]);
    await source.query("update audit_outbox set open_until = now() - interval '1 second'");
    expect(await pending()).toEqual([{ ...one, outcome: 'unknown' }]);
  });
});
