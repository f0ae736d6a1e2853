import type { CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { Sessions } from './sessions.js';

const ctx = { requestId: 'r', deadline: Date.now() + 60_000 } as CallContext;
const basic = (password: string): string => `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;

// It was taken for an account key, and refused at the doors of repositories for ever.
describe('a password of 32 hexadecimal digits', () => {
  it('is a password: the digits of account keys are small', async () => {
    const asked: unknown[] = [];
    const rpc = {
      hears: () => ({ deaf: false, on: () => undefined, onLost: () => undefined }),
      call: (_subject: string, _ctx: CallContext, input: unknown) => (asked.push(input), Promise.resolve({})),
    } as unknown as Rpc;
    const sessions = new Sessions(rpc);
    const password = '0123456789ABCDEF0123456789abcdef';
    await sessions.byBasic('acme', basic(password), ctx);
    await sessions.byBasic('acme', basic(password.toLowerCase()), ctx);
    expect(asked).toEqual([
      { company: 'acme', login: 'ada', password },
      { company: 'acme', login: 'ada', keyHash: expect.any(String) as string },
    ]);
  });
});
