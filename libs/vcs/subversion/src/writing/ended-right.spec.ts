import { setTimeout as sleep } from 'node:timers/promises';
import type { TransferStanding } from '@holdfast/vcs-spi';
import { endedRight } from './ended-right.js';

const maker = { kind: 'subversion', service: 'write', repository: 'r', principal: 'ann' };
/** Many looks, and a few of them (ms). */
const [long, short] = [500, 60];

describe('the right to make a revision', () => {
  const yes = () => Promise.resolve({ allowed: true as const });
  const no = () => Promise.resolve({ allowed: false as const, reason: 'not yours' });
  const nobody = () => Promise.reject(new Error('away'));
  let answer: () => Promise<TransferStanding>;
  let [over, enough] = [new AbortController(), new AbortController()];
  beforeEach(() => ([over, enough] = [new AbortController(), new AbortController()]));
  afterEach(() => over.abort());

  /** What became of it, once that is known. */
  const watch = (unsaid: number, isMade = false) => {
    const seen: { failure?: unknown; isOver?: boolean } = {};
    const stands = () => answer();
    const signals = { over: over.signal, enough: enough.signal };
    const right = endedRight({ stands }, maker, () => Promise.resolve(isMade), signals, {
      ...{ every: 10, unsaid },
    });
    void right.then((failure) => Object.assign(seen, { failure, isOver: true }));
    return { seen, right };
  };

  it('is asked for again and again, and why it has ended is told', async () => {
    answer = yes;
    const { seen, right } = watch(short);
    await sleep(long);
    expect(seen).toEqual({});
    answer = no;
    expect(await right).toMatchObject({ cause: 'refused', status: 403, message: 'not yours' });
  });

  it('is nothing any more where the revision is there, or given up', async () => {
    answer = no;
    expect(await watch(short, true).right).toBeUndefined();
    answer = yes;
    const { right } = watch(short);
    over.abort();
    expect(await right).toBeUndefined();
  });

  it('ends where others have waited for long enough, but of what is there', async () => {
    answer = yes;
    const [{ right }, made] = [watch(short), watch(short, true)];
    enough.abort();
    expect(await right).toMatchObject({ cause: 'late', status: 503 });
    expect(await made.right).toBeUndefined();
  });

  it('need be known to nobody for a while', async () => {
    answer = nobody;
    const patient = watch(60_000);
    expect(await watch(short).right).toMatchObject({ cause: 'undecided', status: 503 });
    expect(patient.seen).toEqual({});
  });
});
