import 'reflect-metadata';
import type { CallSubject } from '@holdfast/contracts';
import { uuidv7, type CallContext, type Principal } from '@holdfast/kernel';
import { Controller, Module, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Rpc } from '../rpc/rpc.js';
import { ownContext } from '../rpc/wire.js';
import { testBroker } from '../testing/index.js';
import { HandlesCall } from './handles.decorator.js';
import { NatsStrategy } from './nats.strategy.js';

const subject = (verb: string): string => `test.${process.pid}.${verb}.v1`;
const [ofGateway, ofServices, ofReaders] = [subject('gateway'), subject('service'), subject('reader')];

/** Reads that have begun, and have not been told to end. */
const reading: { who: string; end: () => void }[] = [];

@Controller()
class WhoAsks {
  @HandlesCall(ofGateway)
  gateway(ctx: CallContext): CallContext {
    return ctx;
  }

  @HandlesCall(ofServices)
  service(ctx: CallContext): CallContext {
    return ctx;
  }
}

@Controller()
class Reads {
  @HandlesCall(ofReaders as CallSubject<{ who: string }, string>, { longFor: ({ who }) => [who, who] })
  read(_ctx: CallContext, { who }: { who: string }): Promise<string> {
    return new Promise((resolve) => reading.push({ who, end: () => resolve(who) }));
  }
}

@Module({ controllers: [WhoAsks, Reads] })
class Service {}

// A real broker; its address comes from tools/test.
describe('a service behind the broker', () => {
  let app: INestMicroservice;
  let rpcs: [Rpc, Rpc];
  let strategy: NatsStrategy;

  beforeAll(async () => {
    rpcs = [await Rpc.connect(testBroker(), 'test'), await Rpc.connect(testBroker(), 'test')];
    strategy = new NatsStrategy(rpcs[0], 'test', (each) => each === ofGateway);
    app = await NestFactory.createMicroservice(Service, { strategy, logger: false });
    await app.listen();
    await rpcs[0].rtt();
  });

  it('asks handlers of its own process', async () => {
    const asked = await strategy.askOwn(ofServices, { ...ownContext('test'), requestId: 'own' }, {});
    expect(asked).toMatchObject({ requestId: 'own' });
    await expect(strategy.askOwn(subject('none'), ownContext('test'), {})).rejects.toThrow();
  });

  afterAll(async () => {
    await app.close();
    await Promise.all(rpcs.map((rpc) => rpc.close()));
  });

  it('believes who the caller is where the gateway asks, and nobody else', async () => {
    const principal: Principal = {
      company: { uuid: uuidv7(), id: 'acme' },
      account: { uuid: uuidv7(), id: 'ada', type: 'user', email: 'ada@example.com', name: 'Ada' },
      companyAdmin: true,
      credential: 'key',
    };
    const ctx: CallContext = { ...ownContext('test'), trace: 'trace', address: '192.0.2.1', principal };
    expect(await rpcs[1].call(ofGateway, ctx, {})).toEqual(ctx);
    const { requestId, deadline, trace } = ctx;
    expect(await rpcs[1].call(ofServices, ctx, {})).toEqual({ requestId, deadline, trace });
  });

  it('takes no call about something that is called by a path', async () => {
    const repository = { uuid: '../../elsewhere', id: 'r', type: 'git', node: 'node-1', deleted: false };
    const called = rpcs[1].call(ofGateway, { ...ownContext('test'), repository }, {});
    await expect(called).rejects.toMatchObject({ code: 'fault' });
  });

  it('lets one account read long while another has its share of the connections, and what is short at once', async () => {
    const [, caller] = rpcs;
    const ask = (who: string) => caller.call(ofReaders, ownContext('test'), { who });
    const rivals = [ask('rival'), ask('rival'), ask('rival'), ask('rival')];
    const other = ask('other');
    while (!reading.some(({ who }) => who === 'other')) await caller.rtt();
    await caller.call(ofServices, ownContext('test'), {});
    expect(reading.map(({ who }) => who)).toEqual(['rival', 'other']);
    let answered = false;
    const all = Promise.all([...rivals, other]).finally(() => (answered = true));
    while (!answered) {
      for (const { end } of reading) end();
      await caller.rtt();
    }
    expect(await all).toEqual(['rival', 'rival', 'rival', 'rival', 'other']);
  });

  it('answers into inboxes only, never where a caller would have it speak', async () => {
    const [service, caller] = rpcs;
    const heard: string[] = [];
    for (const place of [subject('event'), '_INBOX_test.here'])
      caller.connection.subscribe(place, { callback: (_fault, message) => void heard.push(message.subject) });
    const ask = JSON.stringify({ ctx: ownContext('test'), input: {} });
    for (const reply of [subject('event'), '_INBOX_test.here'])
      caller.connection.publish(ofServices, ask, { reply });
    await caller.call(ofServices, ownContext('test'), {});
    await Promise.all([service.rtt(), caller.rtt()]);
    expect(heard).toEqual(['_INBOX_test.here']);
  });

  it.each([300_000, -300_000])(
    'answers who waits by a clock that is %d ms off, for so long and no longer',
    async (off) => {
      const ask = async (waits: number): Promise<CallContext | undefined> => {
        const ctx = { requestId: 'off', deadline: Date.now() + off + waits };
        const sent = { by: `by ${off}`, at: Math.round(performance.now()) + off, left: waits };
        const message = JSON.stringify({ ctx, sent, input: {} });
        const answer = await rpcs[1].connection
          .request(ofServices, message, { timeout: 500 })
          .catch(() => undefined);
        return answer?.json<{ value: CallContext }>().value;
      };
      const { deadline = 0 } = (await ask(5_000)) ?? {};
      const left = deadline - Date.now();
      expect([left > 0, left <= 5_000]).toEqual([true, true]);
      // What the service calls in turn is over no later.
      const next = ofServices as CallSubject<object, CallContext>;
      const asked = await rpcs[1].call(next, { requestId: 'next', deadline }, {});
      expect(asked.deadline).toBeLessThanOrEqual(deadline);
      expect(await ask(-1)).toBeUndefined();
    },
  );

  it('takes no new calls at its end, and answers those that it has before it is over', async () => {
    const [, caller] = rpcs;
    reading.length = 0;
    const open = caller.call(ofReaders, ownContext('test'), { who: 'last' });
    while (reading.length === 0) await caller.rtt();
    let over = false;
    const closed = strategy.close().finally(() => (over = true));
    // Those that the broker has taken before it hears of the end are answered.
    const refused = async (): Promise<unknown> =>
      caller.call(ofServices, ownContext('test', 2_000), {}).then(refused, (error: unknown) => error);
    expect(await refused()).toMatchObject({
      code: 'unavailable',
    });
    expect(over).toBe(false);
    reading[0].end();
    expect(await open).toBe('last');
    await closed;
  });
});
