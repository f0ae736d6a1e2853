import { openDatabase } from '@holdfast/platform/persistence';
import { testDatabase, testDatabaseServer, type TestDatabase } from '@holdfast/platform/testing';
import type { DataSource } from 'typeorm';
import { lockedTransaction, type Lock } from './locked-transaction.js';

const poolSize = 3;
const exclusive = (key: string): Lock => ({ key, exclusive: true });

describe('transactions with locks', () => {
  let database: TestDatabase;
  let source: DataSource;
  beforeAll(async () => {
    database = await testDatabase(testDatabaseServer(), 'artifact');
    source = await openDatabase({
      url: database.url,
      schema: 'artifact',
      entities: [],
      migrations: [],
      poolSize,
    });
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('leave connections to others, however many want the same lock', async () => {
    let end: () => void = () => undefined;
    const held = new Promise<void>((done) => (end = done));
    const order: number[] = [];
    const waiting = Array.from({ length: 4 * poolSize }, (_, index) =>
      lockedTransaction(source, [exclusive('1')], async () => {
        if (index === 0) await held;
        order.push(index);
      }),
    );
    await lockedTransaction(source, [exclusive('2')], () => Promise.resolve(order.push(-1)));
    end();
    await Promise.all(waiting);
    expect(order).toEqual([-1, ...waiting.keys()]);
  });
});
