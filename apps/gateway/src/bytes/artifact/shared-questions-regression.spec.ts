import type { FileDecision } from '@holdfast/contracts';
import { DomainError, type Principal } from '@holdfast/kernel';
import { Hearing, type Rpc } from '@holdfast/platform/rpc';
import { LastingFiles } from './lasting-files.js';

const by = (account: string): Principal =>
  ({ company: { uuid: 'acme' }, account: { uuid: account, type: 'user' } }) as unknown as Principal;
const request = { method: 'GET', path: '/a.jar', address: '', headers: {} };
const answer: FileDecision = { is: 'answer', status: 200, headers: {}, text: 'a' };

/** Who asked for the same file meanwhile waited in the turn of who had asked first, and was 503 with him. */
describe('a question about a file', () => {
  let files: LastingFiles;
  beforeEach(() => {
    files = new LastingFiles({ hears: () => new Hearing() } as unknown as Rpc);
  });
  const ask = (account: string, decide: () => Promise<FileDecision>) =>
    files.decision({ uuid: 'r' }, by(account), request, decide);

  it('is asked by each account for itself, and waits for nobody else’s turn', async () => {
    let end: (error: Error) => void = () => undefined;
    const held = new Promise<FileDecision>((_done, fail) => (end = fail));
    const first = ask('ann', () => held);
    expect(await ask('bob', () => Promise.resolve(answer))).toBe(answer);
    const late = ask('ann', () => Promise.resolve(answer));
    end(DomainError.unavailable('too many requests'));
    for (const each of [first, late]) await expect(each).rejects.toThrow('too many requests');
  });
});
