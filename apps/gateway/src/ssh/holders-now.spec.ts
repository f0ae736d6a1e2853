import { jest } from '@jest/globals';
import type { HeldSshKeys, SshKeyHolder } from '@holdfast/contracts';
import { HoldersNow } from './holders-now.js';

const holder = (id: string): SshKeyHolder => ({
  company: { uuid: 'uuid of acme', id: 'acme' },
  account: { uuid: `uuid of ${id}`, id },
  share: id,
});

describe('whose keys are by now', () => {
  /** What was asked, and what answers it. */
  const questions: { keys: string[]; answer: (held: HeldSshKeys['held']) => void; fail: () => void }[] = [];
  let holders: HoldersNow;
  beforeEach(() => {
    questions.length = 0;
    const holdersNow = (keys: string[]): Promise<HeldSshKeys> =>
      new Promise((resolve, reject) =>
        questions.push({ keys, answer: (held) => resolve({ held }), fail: () => reject(new Error('away')) }),
      );
    holders = new HoldersNow({ holdersNow });
  });
  afterEach(() => jest.useRealTimers());

  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
  };
  const answerAll = (): void => {
    for (const { keys, answer } of questions)
      answer(Object.fromEntries(keys.map((key) => [key, { holders: [holder(key)] }])));
  };

  it('is asked of 200 keys at a time, one question after the other', async () => {
    const keys = Array.from({ length: 512 }, (_, at) => `key${at}`);
    const found = Promise.all(keys.map((key) => holders.of(key)));
    for (let count = 1; count <= 3; count += 1) {
      await turns();
      expect(questions).toHaveLength(count);
      answerAll();
    }
    expect(await found).toEqual(keys.map((key) => [holder(key)]));
    expect(questions.map((each) => each.keys.length)).toEqual([200, 200, 112]);
  });

  it('is asked once for all who want to know it in one turn, and once more for those who come later', async () => {
    const [one, two] = [holders.of('key'), holders.of('key')];
    await turns();
    const later = [holders.of('key'), holders.of('key')];
    await turns();
    expect(questions).toHaveLength(1);
    questions[0].answer({ key: { holders: [holder('ann')] } });
    expect(await Promise.all([one, two])).toEqual([[holder('ann')], [holder('ann')]]);
    await turns();
    expect(questions).toHaveLength(2);
    questions[1].answer({});
    expect(await Promise.all(later)).toEqual([[], []]);
  });

  it('is told with all others as one', async () => {
    const found = holders.of('key');
    await turns();
    questions[0].answer({ key: { holders: [holder('ann')], more: true } });
    expect((await found).map(({ share }) => share)).toEqual(['ann', 'key']);
  });

  it('is asked again after nobody could say it', async () => {
    const found = Promise.allSettled([holders.of('one'), holders.of('two')]);
    await turns();
    questions[0].fail();
    expect((await found).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = holders.of('one');
    await turns();
    answerAll();
    expect(await again).toEqual([holder('one')]);
  });

  it('does not wait long for a question that nobody answers', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const unanswered = holders.of('one');
    await turns();
    const found = holders.of('two');
    await turns();
    expect(questions).toHaveLength(1);
    jest.advanceTimersByTime(1_000);
    await turns();
    expect(questions.map(({ keys }) => keys)).toEqual([['one'], ['two']]);
    questions[1].answer({ two: { holders: [holder('ann')] } });
    expect(await found).toEqual([holder('ann')]);
    answerAll();
    expect(await unanswered).toEqual([holder('one')]);
  });
});
