import { DomainError } from '@holdfast/kernel';
import { SharedReads } from './shared-reads.js';
import type { Reading } from './vcs-history.js';

// It was a refusal of an engine, which nobody expects from the service itself: the API answered 500.
describe('whoever waits in vain for a read of his account', () => {
  const until = (deadline: number): Reading => ({ owner: { company: 'c', account: 'a' }, deadline });

  it('is told that it cannot be read now', async () => {
    const reads = new SharedReads<string>();
    let end: (read: string) => void = () => undefined;
    const long = reads.run('names', until(Date.now() + 60_000), () => new Promise((done) => (end = done)));
    const late = reads.run('names', until(Date.now() + 20), () => Promise.resolve('late'));
    const error: unknown = await late.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ code: 'unavailable', status: 503 });
    end('first');
    expect(await long).toBe('first');
  });
});
