import type { CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { Sessions } from './sessions.js';

const basic = (password: string, login = 'ada'): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
const from = (address: string): CallContext => ({ requestId: 'r', deadline: Date.now() + 60_000, address });

// While a client of its owner used a password, anybody found it out: wrong ones from an address whose attempts were
// used up were 401 as ever, and the right one was let in, without a word to identity.
describe('a password that is remembered', () => {
  const principal = { company: { uuid: 'c' }, account: { uuid: 'a' } };
  let asked: string[];
  let sessions: Sessions;
  beforeEach(() => {
    asked = [];
    sessions = new Sessions({
      hears: () => ({ deaf: false, on: () => undefined, onLost: () => undefined }),
      call: (_subject: string, { address = '' }: CallContext) => (
        asked.push(address),
        Promise.resolve({ principal })
      ),
    } as unknown as Rpc);
  });

  it('is asked about again where it comes from another address', async () => {
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.2'])
      expect(await sessions.byBasic('acme', basic('correct horse'), from(address))).toEqual(principal);
    expect(asked).toEqual(['192.0.2.1', '192.0.2.2']);
  });

  it('is asked about again where another one of the login was tried from its address', async () => {
    const tries = ['correct horse', 'correct horse', 'wrong', 'correct horse', 'correct horse'];
    for (const password of tries) await sessions.byBasic('acme', basic(password), from('192.0.2.1'));
    expect(asked).toHaveLength(3);
    await sessions.byBasic('acme', basic('wrong', 'ADA'), from('192.0.2.1'));
    await sessions.byBasic('acme', basic('wrong', 'eve'), from('192.0.2.1'));
    await sessions.byBasic('acme', basic('correct horse'), from('192.0.2.1'));
    expect(asked).toHaveLength(6);
    await sessions.byBasic('acme', basic('wrong', 'eve'), from('192.0.2.1'));
    await sessions.byBasic('acme', basic('correct horse'), from('192.0.2.1'));
    expect(asked).toHaveLength(6);
  });

  it('is asked about once where it is a key, which nobody guesses', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2'])
      await sessions.byBasic('acme', basic('0123456789abcdef'.repeat(2)), from(address));
    expect(asked).toEqual(['192.0.2.1']);
  });
});
