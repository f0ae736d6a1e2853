import type { CallContext, Principal } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { Sessions } from './sessions.js';

// Who asks for much waits for his turn, with the question whose keys these are, too. What he was reading was judged by
// the answer to that one, where it was asked already.
describe('a question whose keys these are', () => {
  it('is not shared by who asks in nobody’s turn with who waits for his', async () => {
    const principal = { company: { uuid: 'c' }, account: { uuid: 'a', type: 'user' } } as Principal;
    const sessions = new Sessions({
      hears: () => ({ deaf: false, on: () => undefined, onLost: () => undefined }),
      call: (_subject: string, ctx: CallContext) =>
        ctx.principal ? new Promise(() => undefined) : Promise.resolve({ principal }),
    } as unknown as Rpc);
    const ctx: CallContext = { requestId: 'r', deadline: Date.now() + 60_000 };
    const header = `company_key="${'a'.repeat(32)}", account_key="${'b'.repeat(32)}"`;
    void sessions.byKeys(header, { ...ctx, principal });
    expect(await sessions.byKeys(header, ctx)).toEqual(principal);
  });
});
