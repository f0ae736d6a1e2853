import { insideSpan, recordSpans, Span, type EndedSpan } from '@holdfast/kernel';
import type pg from 'pg';
import { summaryOf, traceStatements } from './traced-statements.js';

describe('how a statement is called in traces', () => {
  it.each([
    ['select * from account where id = $1', 'select account'],
    ['SELECT "a"."id" FROM "identity"."account" "a" WHERE 1=1', 'select identity.account'],
    ['  insert into outbox values ($1)', 'insert outbox'],
    ['update only file set a = 1', 'update file'],
    ['delete from "path_lock" where a = \'secret\'', 'delete path_lock'],
    ['START TRANSACTION', 'start'],
    ['select count(*) from (select 1 from row) as a', 'select row'],
    ['select pg_advisory_lock($1)', 'select'],
    ['', 'statement'],
  ])('%s is %s', (text, summary) => expect(summaryOf(text)).toBe(summary));
});

describe('statements in a span', () => {
  let ended: EndedSpan[];
  let stop: () => void;
  beforeEach(() => {
    ended = [];
    stop = recordSpans((span) => void ended.push(span));
  });
  afterEach(() => stop());

  /** A pool whose statements are answered by `answer`. */
  const poolOf = (answer: (...asked: unknown[]) => unknown) => {
    const connected: ((client: object) => void)[] = [];
    const shared = { query: answer, on: (_: string, take: (client: object) => void) => connected.push(take) };
    traceStatements(shared as unknown as pg.Pool, 'identity');
    return {
      query: (...asked: unknown[]): unknown => shared.query(...asked),
      client: () => {
        const client = { query: answer };
        for (const take of connected) take(client);
        return client;
      },
    };
  };
  const inside = (work: () => unknown): Promise<Span> => {
    const span = new Span('whole', 'server');
    return insideSpan(span, async () => void (await work())).then(() => span);
  };

  it('are parts of it, by their names, and nothing of their values is told', async () => {
    const pool = poolOf((asked) => Promise.resolve(asked));
    const statement = { name: 'account_by_id', text: 'select 1', values: ['lovelace@example.org'] };
    const span = await inside(async () => {
      expect(await pool.query(statement)).toBe(statement);
      await pool.client().query('select * from account where id = $1', ['lovelace']);
    });
    const facts = (name: string) => ({
      ...{ 'db.system.name': 'postgresql', 'db.namespace': 'identity', 'db.query.summary': name },
    });
    const of = { kind: 'client', parent: span.place.span };
    expect(ended).toMatchObject([
      { ...of, name: 'account_by_id', facts: facts('account_by_id') },
      { ...of, name: 'select account', facts: facts('select account') },
    ]);
    expect(JSON.stringify(ended)).not.toContain('lovelace');
  });

  it('that fail say with which code, and are our fault where their rows are not', async () => {
    const codes = ['57014', '23505', 'ECONNRESET'];
    for (const code of codes) {
      const pool = poolOf(() => Promise.reject(Object.assign(new Error('lovelace is there'), { code })));
      await inside(() => expect(pool.query('insert into account')).rejects.toThrow('lovelace is there'));
    }
    const told = ended.map(({ name, failure, facts }) => [name, failure, facts['error.type']]);
    expect(told).toEqual([
      ['insert account', '57014', '57014'],
      ['insert account', undefined, '23505'],
      ['insert account', 'ECONNRESET', 'ECONNRESET'],
    ]);
    expect(JSON.stringify(ended)).not.toContain('lovelace');
  });

  it('are as they were outside of one, and where they have a function or are streams', async () => {
    const asked: unknown[][] = [];
    const pool = poolOf((...what) => asked.push(what));
    const done = (): void => undefined;
    const stream = { submit: done };
    pool.query('select 1');
    await inside(() => {
      pool.query('select 2', done);
      pool.client().query(stream);
    });
    expect(asked).toEqual([['select 1'], ['select 2', done], [stream]]);
    expect(ended).toEqual([]);
  });

  it('are not touched where nothing is recorded', () => {
    stop();
    const shared = { query: () => 1 };
    const { query } = shared;
    traceStatements(shared as unknown as pg.Pool, 'identity');
    expect(shared.query).toBe(query);
  });
});
