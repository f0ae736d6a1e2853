import { DomainError } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { mustBeAlone } from './node-alone.js';

describe('a process that is to be a storage node', () => {
  /** Asks somebody, and answers whom. */
  const asked = async (answering: () => Promise<unknown>): Promise<string> => {
    let subject = '';
    const call = (to: string) => {
      subject = to;
      return answering();
    };
    await mustBeAlone({ call } as unknown as Rpc, 'node-7');
    return subject;
  };

  it('begins where nobody answers for the node', async () => {
    const nobody = () => Promise.reject(DomainError.unavailable('nobody serves the subject'));
    expect(await asked(nobody)).toBe('repository.node.meet.v1.node-7');
  });

  it('does not where another is there already, or does not understand the question', async () => {
    await expect(asked(() => Promise.resolve())).rejects.toThrow(
      'another process is the storage node node-7',
    );
    await expect(asked(() => Promise.reject(new DomainError('fault')))).rejects.toThrow();
  });
});
