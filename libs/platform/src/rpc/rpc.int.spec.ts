import { asker, DomainError, type CallContext } from '@holdfast/kernel';
import type { Hearing } from './hearing.js';
import { nodePlace } from './node-place.js';
import type { Told } from './telling.js';
import type { CallMessage, ReplyMessage } from './wire.js';
import { setLogLevel } from '../observability/logger.js';
import { testBroker } from '../testing/index.js';
import { Rpc } from './rpc.js';

// A real broker; its address comes from tools/test.
const server = testBroker();

const within = (milliseconds: number): CallContext => ({
  requestId: 'test',
  deadline: Date.now() + milliseconds,
});

describe('calls over the broker', () => {
  const subject = `test.${process.pid}.echo.v1`;
  let caller: Rpc;
  let service: Rpc;

  const serve = (name: string, answer: (input: unknown) => ReplyMessage | undefined): void => {
    service.connection.subscribe(name, {
      callback: (_fault, message) => {
        const reply = answer(message.json<{ input: unknown }>().input);
        if (reply) service.respond(message, JSON.stringify(reply));
      },
    });
  };

  beforeAll(async () => {
    caller = await Rpc.connect(server, 'test');
    service = await Rpc.connect(server, 'test');
    serve(subject, (input) => ({ value: input }));
    await service.rtt();
  });

  afterAll(() => Promise.all([caller.close(), service.close()]));

  it('are answered each with its own answer, many at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) => caller.call(subject, within(5000), n)),
    );
    expect(answers).toEqual(Array.from({ length: 500 }, (_, n) => n));
  });

  it('carry errors as codes', async () => {
    serve(`${subject}.refusal`, () => ({ error: { code: 'invalid', errors: { id: { reserved: true } } } }));
    await service.rtt();
    const refused = await caller
      .call(`${subject}.refusal`, within(5000), {})
      .catch((error: unknown) => error as DomainError);
    expect(refused).toMatchObject({ code: 'invalid', detail: { errors: { id: { reserved: true } } } });
  });

  it('go after a repository that has moved, and not round in circles or to what is no node', async () => {
    const moved = (node: string) => ({ error: DomainError.movedTo(node).toWire() });
    const asked: string[] = [];
    for (const [node, next] of [
      ['one', 'two'],
      ['two', 'three'],
      ['circle', 'circle'],
      ['strange', 'a.b'],
    ])
      serve(`${subject}.${node}`, () => (asked.push(node), moved(next)));
    serve(`${subject}.three`, (input) => ({ value: input }));
    await service.rtt();
    expect(await caller.call(`${subject}.one`, within(5000), 'word')).toBe('word');
    expect(asked.splice(0)).toEqual(['one', 'two']);
    for (const node of ['circle', 'strange'])
      await expect(caller.call(`${subject}.${node}`, within(5000), {})).rejects.toMatchObject({
        code: 'unavailable',
      });
    expect(asked).toEqual(['circle', 'circle', 'circle', 'circle', 'strange']);
  });

  it('end at their deadline when nobody answers', async () => {
    serve(`${subject}.silence`, () => undefined);
    await service.rtt();
    const began = Date.now();
    await expect(caller.call(`${subject}.silence`, within(200), {})).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(Date.now() - began).toBeLessThan(2000);
  });

  it('end at once when nobody serves the subject', async () => {
    const began = Date.now();
    await expect(caller.call(`${subject}.nobody`, within(8000), {})).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(Date.now() - began).toBeLessThan(4000);
  });

  it('of a client wait for somebody who serves the subject, and have their time then', async () => {
    const here = `${subject}.restarts.v1.node`;
    const heard: CallMessage[] = [];
    const ctx = { ...within(400), [asker]: { from: { destroyed: false }, held: 0 } };
    const { deadline } = ctx;
    const waiting = caller.call(here, ctx, 'word');
    await new Promise((done) => setTimeout(done, 700));
    service.connection.subscribe(here, {
      callback: (_fault, message) => {
        heard.push(message.json<CallMessage>());
        service.respond(message, '{"value":true}');
      },
    });
    expect(await waiting).toBe(true);
    expect(heard.map((message) => message.ctx.deadline > deadline)).toEqual([true]);
    expect(Object.keys(heard[0].ctx).sort()).toEqual(['deadline', 'requestId']);
    expect(heard[0].sent?.left).toBeLessThanOrEqual(400);
  });

  it('are refused when their deadline has passed', async () => {
    await expect(caller.call(subject, within(-1), {})).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('say how long they are waited for, and by whom, which each service is told otherwise', async () => {
    const heard: CallMessage[] = [];
    const here = [`one.${subject}`, `two.${subject}`, `one.${subject}.again`];
    for (const each of here)
      service.connection.subscribe(each, {
        callback: (_fault, message) => {
          heard.push(message.json<CallMessage>());
          service.respond(message, '{}');
        },
      });
    await service.rtt();
    const ctx = within(5_000);
    for (const each of here) await caller.call(each, ctx, {});
    const [one, two, again] = heard.map(({ sent }) => sent);
    expect([one?.by === again?.by, one?.by === two?.by]).toEqual([true, false]);
    expect(one?.left).toBeLessThanOrEqual(5_000);
    const passed = Number(again?.at) - Number(one?.at) + Number(again?.left) - Number(one?.left);
    expect(Math.abs(passed)).toBeLessThanOrEqual(2);
  });

  it('are refused as too large without harm to the connection', async () => {
    const limit = caller.connection.info?.max_payload ?? 0;
    await expect(caller.call(subject, within(5000), 'é'.repeat(limit / 2))).rejects.toMatchObject({
      code: 'too_large',
    });
    expect(await caller.call(subject, within(5000), 'still there')).toBe('still there');
  });

  it('are heard after an event that nobody can read', async () => {
    const heard: unknown[] = [];
    setLogLevel('silent');
    caller.on<{ word: string }>(`${subject}.broken`, (event) => heard.push(event.word.length));
    await caller.rtt();
    service.connection.publish(`${subject}.broken`, '{');
    service.publish(`${subject}.broken`, null);
    service.publish(`${subject}.broken`, { word: 'four' });
    await Promise.all([service.rtt(), caller.rtt()]);
    expect(await caller.call(subject, within(5000), 'still there')).toBe('still there');
    expect(heard).toEqual([4]);
  });

  it('see an event that was published before the answer', async () => {
    const heard: unknown[] = [];
    caller.on(`${subject}.event`, (event) => heard.push(event));
    service.connection.subscribe(`${subject}.change`, {
      callback: (_fault, message) => {
        service.publish(`${subject}.event`, 'changed');
        service.respond(message, JSON.stringify({ value: true } satisfies ReplyMessage));
      },
    });
    await Promise.all([service.rtt(), caller.rtt()]);
    await caller.call(`${subject}.change`, within(5000), {});
    expect(heard).toEqual(['changed']);
  });

  describe('that tell of changes', () => {
    const feed = { pulse: `event.test.${process.pid}.pulse`, events: [`${subject}.told`] };
    let hearing: Hearing;
    let losses = 0;
    const come = async (holds: () => boolean): Promise<void> => {
      while (!holds()) await new Promise((done) => setTimeout(done, 10));
    };

    beforeAll(async () => {
      hearing = caller.hears(feed);
      hearing.onLost(() => (losses += 1));
      await caller.rtt();
    });

    it('are heard from the first heartbeat on, in order and before the answer', async () => {
      expect(hearing.deaf).toBe(true);
      service.beginTelling(feed);
      await come(() => !hearing.deaf);
      const heard: unknown[] = [];
      hearing.on(feed.events[0], (event) => heard.push(event));
      serve(`${subject}.twice`, () => {
        service.tell(feed.events[0], 1);
        service.tell(feed.events[0], 2);
        return { value: true };
      });
      await service.rtt();
      await caller.call(`${subject}.twice`, within(5000), {});
      expect(heard).toEqual([1, 2]);
    });

    it('end when the process of their storage node has ended, and those of other nodes go on', async () => {
      const place = nodePlace('test', 'node-1');
      const at = (node: string) => `test.${process.pid}.do.v1.${node}`;
      const node = await Rpc.connect(server, 'test');
      serve(at('node-1'), () => undefined);
      node.beginTelling(feed, place);
      let heard = false;
      caller.on<Told>(feed.pulse, (told) => (heard ||= told.place === place));
      await Promise.all([service.rtt(), caller.rtt()]);
      await come(() => heard);
      const lost = caller.call(at('node-1'), within(60_000), {});
      serve(at('node-2'), () => undefined);
      await service.rtt();
      const late = caller.call(at('node-2'), within(4_500), {}).catch(() => 'late');
      await node.connection.close();
      await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
      expect(await Promise.race([late, Promise.resolve('waits')])).toBe('waits');
      await node.close();
    });

    it('are missed when one of them is lost', async () => {
      const before = losses;
      // Told while nobody may hear it.
      service.tell(`${subject}.elsewhere`, 3);
      await come(() => losses > before);
    });
  });
});
