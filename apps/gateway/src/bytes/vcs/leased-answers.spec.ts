import type { AdmittedContext } from '../admission.js';
import { LeasedAnswers } from './leased-answers.js';

const contextOf = (account: string): AdmittedContext =>
  ({
    ...{ requestId: 'r', deadline: 0 },
    principal: { account: { uuid: account }, company: { uuid: 'c' } },
    project: { uuid: 'p' },
    repository: { uuid: 'code' },
  }) as AdmittedContext;

describe('the leased answers of a gateway', () => {
  let now = 0;
  let answers: LeasedAnswers;
  const ann = contextOf('ann');
  const said = (body: string) => ({ status: 200, reason: 'OK', headers: [], body: Buffer.from(body) });
  const keep = (key: string, state: string, until: number, decided = ann): void =>
    answers.keep(key, { decided, state, answer: said(key) }, until);
  const taken = (key: string, by = ann): string | undefined => answers.take(key, by)?.body.toString();
  beforeEach(() => {
    now = 100;
    answers = new LeasedAnswers(() => now);
    keep('a', 'one', 110);
  });

  it('are taken until the end of the lease', () => {
    expect(taken('a')).toBe('a');
    expect(taken('b')).toBeUndefined();
    now = 109.9;
    expect(taken('a')).toBe('a');
    now = 110;
    expect(taken('a')).toBeUndefined();
  });

  it('are taken again under a later lease of the same state, for ten seconds', () => {
    now = 10_099;
    keep('b', 'one', 20_000);
    expect([taken('a'), taken('b')]).toEqual(['a', 'b']);
    now = 10_101;
    expect([taken('a'), taken('b')]).toEqual([undefined, 'b']);
  });

  it('are not those of another state, whoever hears of that', () => {
    now = 120;
    keep('b', 'two', 130, { ...ann, principal: contextOf('bob').principal });
    expect(taken('a')).toBeUndefined();
    keep('a', 'two', 131);
    expect(taken('a')).toBe('a');
  });

  it('have the longest lease that was given, in whatever order that is heard', () => {
    keep('b', 'one', 105);
    now = 106;
    expect([taken('a'), taken('b')]).toEqual(['a', 'b']);
  });

  it.each(['principal', 'project', 'repository'] as const)('end when the %s was loaded anew', (changed) => {
    expect(taken('a', { ...ann, [changed]: { ...ann[changed] } })).toBeUndefined();
    expect(taken('a')).toBe('a');
  });

  it('end with a byte process', () => {
    answers.forget();
    expect(taken('a')).toBeUndefined();
    keep('b', 'one', 110);
    expect([taken('a'), taken('b')]).toEqual([undefined, 'b']);
  });
});
