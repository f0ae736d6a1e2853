import 'reflect-metadata';
import type { CallSubject } from '@holdfast/contracts';
import { DomainError, recordSpans, Span, type CallContext, type EndedSpan } from '@holdfast/kernel';
import { Controller, Module, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { setLogLevel } from '../observability/index.js';
import { dataSource } from '../persistence/data-source.js';
import { statement } from '../persistence/statement.js';
import { Rpc } from '../rpc/rpc.js';
import { ownContext } from '../rpc/wire.js';
import { testBroker, testDatabase, testDatabaseServer } from '../testing/index.js';
import { HandlesCall } from './handles.decorator.js';
import { NatsStrategy } from './nats.strategy.js';

interface Asked {
  refused?: boolean;
}
const subject = (verb: string): CallSubject<Asked, string> =>
  `test.${process.pid}.${verb}.v1` as CallSubject<Asked, string>;
const [outer, inner] = [subject('outer'), subject('inner')];

const parts: { rpc?: Rpc; source?: ReturnType<typeof dataSource> } = {};
const one = statement<{ one: number }>('the_one', 'select 1 as one');

@Controller()
class Answers {
  @HandlesCall(outer)
  async outer(ctx: CallContext, { refused }: Asked): Promise<string> {
    if (refused) throw DomainError.notFound();
    // Of what it asks with a context of its own, too, it is known where it belongs.
    const own = ctx.trace === undefined ? ctx : ownContext('test');
    return (await parts.rpc?.call(inner, own, {})) ?? 'nobody';
  }

  @HandlesCall(inner)
  async inner(): Promise<string> {
    const { source } = parts;
    if (!source) return 'no database';
    await one(source, []);
    return source.transaction(async (tx) => {
      await tx.query('select 2 from pg_class where relname = $1', ['lovelace']);
      return 'yes';
    });
  }
}

@Module({ controllers: [Answers] })
class Service {}

// A real broker and a real database; their addresses come from tools/test.
describe('the trace of a call', () => {
  let ended: EndedSpan[];
  let stop: () => void;
  let rpcs: Rpc[];
  let app: INestMicroservice;
  let end: () => Promise<void>;
  beforeAll(async () => {
    setLogLevel('silent');
    // Before the database is opened.
    stop = recordSpans((span) => void ended.push(span));
    rpcs = [await Rpc.connect(testBroker(), 'test'), await Rpc.connect(testBroker(), 'test')];
    const strategy = new NatsStrategy(rpcs[0], 'test', () => false);
    app = await NestFactory.createMicroservice(Service, { strategy, logger: false });
    await app.listen();
    await rpcs[0].rtt();
    const database = await testDatabase(testDatabaseServer(), 'traced');
    const at = { url: database.url, schema: 'traced', entities: [], migrations: [], poolSize: 2 };
    const source = await dataSource(at).initialize();
    Object.assign(parts, { rpc: rpcs[1], source });
    end = async () => {
      await source.destroy();
      await database.drop();
    };
  });
  beforeEach(() => (ended = []));
  afterAll(async () => {
    stop();
    await app.close();
    await Promise.all(rpcs.map((rpc) => rpc.close()));
    await end();
  });

  /** Each span with those of which it is a part. */
  const ways = (): string[] => {
    const wayTo = ({ name, kind, parent }: EndedSpan): string => {
      const above = ended.find(({ span }) => span === parent);
      return `${above ? `${wayTo(above)} > ` : ''}${kind} ${name.split('.').slice(-2, -1)[0] ?? name}`;
    };
    return ended.map(wayTo).sort();
  };

  it('goes through services to their statements', async () => {
    const span = new Span('request', 'server');
    const ctx = { ...ownContext('test'), trace: span.traceparent };
    expect(await rpcs[1].call(outer, ctx, {})).toBe('yes');
    span.end();
    const answered = 'server request > client outer > server outer > client inner > server inner';
    expect(ways()).toEqual(
      [
        'server request',
        'server request > client outer',
        'server request > client outer > server outer',
        'server request > client outer > server outer > client inner',
        answered,
        `${answered} > client the_one`,
        `${answered} > client start`,
        `${answered} > client select pg_class`,
        `${answered} > client commit`,
      ].sort(),
    );
    expect(new Set(ended.map(({ trace }) => trace)).size).toBe(1);
    expect(JSON.stringify(ended)).not.toContain('lovelace');
  });

  it('says what was refused, and what failed', async () => {
    const ask = async (to: typeof outer, input: Asked): Promise<void> => {
      const span = new Span('request', 'server');
      const ctx = { ...ownContext('test'), trace: span.traceparent };
      await rpcs[1].call(to, ctx, input).catch(() => undefined);
    };
    await ask(outer, { refused: true });
    await ask(subject('none'), {});
    const told = ended.map(({ kind, facts, failure }) => [kind, facts['error.type'], failure]);
    expect(told).toEqual([
      ['server', 'not_found', undefined],
      ['client', 'not_found', undefined],
      ['client', 'unavailable', 'unavailable'],
    ]);
  });

  it('is none where nobody records it', async () => {
    expect(await rpcs[1].call(outer, ownContext('test'), {})).toBe('yes');
    const trace = new Span('request', 'server').traceparent.replace(/01$/, '00');
    expect(await rpcs[1].call(outer, { ...ownContext('test'), trace }, {})).toBe('yes');
    expect(ended).toEqual([]);
  });
});
