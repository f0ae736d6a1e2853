import type { PushDecision, RefRefusal } from '@holdfast/vcs-spi';
import { MainAnswers, type MainGate } from './main-answers.js';

// Reasons of a decision that came after its push had ended were kept until the byte process ended.
describe('a decision about a push that has ended', () => {
  const about = { id: 'p', kind: 'git', directory: '/r', repository: 'r', principal: null };
  const question = { ...about, options: [], updates: [], deadline: Date.now() + 60_000 };
  const reason: RefRefusal = { ref: 'refs/heads/a', name: 'a', rule: 'exists', reason: 'it is there' };

  const begun = () => {
    let decide: (decision: PushDecision) => void = () => undefined;
    const writes: string[] = [];
    const gate: MainGate = {
      stands: () => Promise.resolve({ allowed: true }),
      decide: () => new Promise((resolve) => (decide = resolve)),
    };
    const answers = new MainAnswers(gate, () => Promise.resolve([]));
    const kind = { id: 'git', open: () => ({ foreignWrite: () => writes.push('begun') }) };
    answers.use([kind as never]);
    return {
      handlers: answers.handlers(() => true),
      writes,
      decide: (decision: PushDecision) => decide(decision),
    };
  };
  const late = async (decision: PushDecision) => {
    const { handlers, writes, decide } = begun();
    const deciding = handlers.decide(question);
    await handlers.ended({ ...about, accepted: false, changed: false });
    decide(decision);
    return { decision: await deciding, kept: handlers.reasons({ push: 'p' }), writes };
  };

  it('keeps no reasons for it', async () => {
    const reasons = Array.from({ length: 5_000 }, () => reason);
    expect((await late({ accepted: false, reasons })).kept).toEqual([]);
  });

  it('begins no write in its repository', async () => {
    expect(await late({ accepted: true })).toMatchObject({ decision: { accepted: false }, writes: [] });
  });
});
