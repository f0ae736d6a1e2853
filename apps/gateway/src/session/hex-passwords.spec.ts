import { sha256, type CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { Sessions } from './sessions.js';

const ctx = { requestId: 'r', deadline: Date.now() + 60_000 } as CallContext;
const basic = (password: string): string => `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;

describe('32 hexadecimal digits in place of a password', () => {
  it('are a key in any case, so that those in upper case are none: the digits of keys are small', async () => {
    const asked: unknown[] = [];
    const rpc = {
      hears: () => ({ deaf: false, on: () => undefined, onLost: () => undefined }),
      call: (_subject: string, _ctx: CallContext, input: unknown) => (asked.push(input), Promise.resolve({})),
    } as unknown as Rpc;
    const sessions = new Sessions(rpc);
    const digits = '0123456789ABCDEF0123456789abcdef';
    for (const password of [digits, digits.toLowerCase(), digits.toUpperCase()])
      await sessions.byBasic('acme', basic(password), ctx);
    for (const password of [`${digits}0`, digits.slice(1), `g${digits.slice(1)}`])
      await sessions.byBasic('acme', basic(password), ctx);
    const named = { company: 'acme', login: 'ada' };
    expect(asked).toEqual([
      { ...named, keyHash: sha256(digits) },
      { ...named, keyHash: sha256(digits.toLowerCase()) },
      { ...named, keyHash: sha256(digits.toUpperCase()) },
      { ...named, password: `${digits}0` },
      { ...named, password: digits.slice(1) },
      { ...named, password: `g${digits.slice(1)}` },
    ]);
  });
});
