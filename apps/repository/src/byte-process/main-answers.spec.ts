import type { PushDecision, VcsKind, WholePush } from '@holdfast/vcs-spi';
import { MainAnswers, type MainGate } from './main-answers.js';

const never = new Promise<never>(() => undefined);

describe('the answers of the main process', () => {
  let decide: (push: WholePush) => Promise<PushDecision>;
  let writes: string[];
  let asked: unknown[];
  let logged: unknown[];
  let answers: MainAnswers;
  beforeEach(() => {
    writes = [];
    asked = [];
    logged = [];
    const gate: MainGate = {
      stands: () => Promise.resolve({ allowed: true }),
      decide: (push) => decide(push),
      log: (...line) => void logged.push(line),
    };
    answers = new MainAnswers(gate, (...question) => {
      asked.push(question);
      return Promise.resolve(['refs/heads/main']);
    });
    const write = (directory: string) => {
      writes.push(`begins in ${directory}`);
      return { end: () => void writes.push('ends'), lost: () => void writes.push('is lost') };
    };
    const kind = { id: 'git', open: (directory: string) => ({ foreignWrite: () => write(directory) }) };
    answers.use([kind as unknown as VcsKind]);
  });

  const about = { id: 'p', kind: 'git', directory: '/r', repository: 'r', principal: null };
  const question = (deadline: number) => ({ ...about, options: [], updates: [], deadline });
  const soon = (): number => Date.now() + 60_000;

  it('are no to a push about which nobody has decided by its deadline', async () => {
    decide = () => never;
    const decision = await answers.handlers(() => true).decide(question(Date.now() - 1));
    expect(decision).toEqual({ accepted: false, reasons: [] });
    expect(writes).toEqual([]);
  });

  it('give who decides the deadline of the push, and ask its engine until then', async () => {
    const deadline = soon();
    decide = async (push) => {
      asked.push(push.deadline, await push.forced([]), await push.forced(['refs/heads/main']));
      return { accepted: true };
    };
    await answers.handlers(() => true).decide(question(deadline));
    const forced = new Set(['refs/heads/main']);
    expect(asked).toEqual([['p', ['refs/heads/main'], deadline], deadline, new Set(), forced]);
  });

  it('begin a write with a yes, which ends with the report of the push', async () => {
    decide = () => Promise.resolve({ accepted: true });
    const handlers = answers.handlers(() => true);
    await handlers.decide(question(soon()));
    await handlers.ended({ ...about, accepted: true, changed: true });
    expect(writes).toEqual(['begins in /r', 'ends']);
  });

  it('write down what could not be done after a push', async () => {
    decide = () => Promise.resolve({ accepted: true });
    await answers.handlers(() => true).ended({ ...about, accepted: true, changed: true, trouble: 'no HEAD' });
    expect(logged).toEqual([['after a push to /r', 'no HEAD']]);
  });

  // What became of them is seen at the refs: a writer that goes on changes them after that.
  it('begin none where the byte process has gone, and lose those of one that goes once the next is there', async () => {
    decide = () => Promise.resolve({ accepted: true });
    await answers.handlers(() => false).decide(question(soon()));
    expect(writes).toEqual([]);
    await answers.handlers(() => true).decide(question(soon()));
    answers.lose();
    expect(writes).toEqual(['begins in /r']);
    answers.replaced();
    answers.replaced();
    expect(writes).toEqual(['begins in /r', 'is lost']);
  });
});
