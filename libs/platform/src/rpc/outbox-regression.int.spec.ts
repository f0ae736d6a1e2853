import type { CallContext } from '@holdfast/kernel';
import { setLogLevel } from '../observability/logger.js';
import { testBroker } from '../testing/index.js';
import { Rpc } from './rpc.js';

// A subject may be made of what a service answered that was broken into: that must not end the process of the caller.
describe('a message that cannot be sent', () => {
  const subject = `test.${process.pid}.unsent.v1`;
  const ctx = (): CallContext => ({ requestId: 'test', deadline: Date.now() + 600_000 });
  let rpc: Rpc;

  beforeAll(async () => {
    rpc = await Rpc.connect(testBroker(), 'test');
    rpc.connection.subscribe(subject, {
      callback: (_fault, message) => {
        rpc.respond(message, JSON.stringify({ value: message.json<{ input: unknown }>().input }));
      },
    });
    await rpc.rtt();
  });

  afterAll(() => rpc.close());

  it('ends its own call at once, and the others of its turn are answered', async () => {
    setLogLevel('silent');
    const began = Date.now();
    const asked = [
      rpc.call(subject, ctx(), 'before'),
      ...['a b', 'a\r\nPUB x 0\r\n', ''].map((node) =>
        rpc.call(node && `${subject}.${node}`, ctx(), {}).catch((error: unknown) => error),
      ),
      rpc.call(subject, ctx(), 'after'),
    ];
    rpc.publish('an event of no subject', {});
    const refused = expect.objectContaining({
      code: 'unavailable',
      detail: expect.objectContaining({
        reason: expect.stringContaining('cannot be sent') as string,
      }) as object,
    }) as unknown;
    expect(await Promise.all(asked)).toEqual(['before', refused, refused, refused, 'after']);
    expect(Date.now() - began).toBeLessThan(10_000);
  });
});
