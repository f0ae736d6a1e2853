import { LongQuestions, type QuestionPlace } from './long-questions.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

// They were let in as they came: an account whose many pushes each took half a minute to decide about had those of
// others wait behind all of them.
describe('long questions', () => {
  let questions: LongQuestions;
  let inside: { name: string; place: QuestionPlace }[];
  let order: string[];
  beforeEach(() => {
    questions = new LongQuestions();
    inside = [];
    order = [];
  });
  const ask = (company: string, account: string, bytes = 10): void => {
    const name = `${company}/${account}`;
    void questions.enter({ company, account }, bytes).then((place) => {
      inside.push({ name, place });
      order.push(name);
    });
  };
  const through = async (count: number): Promise<void> => {
    for (let left = count; left > 0; left -= 1) {
      await settled();
      expect(inside).toHaveLength(1);
      inside.pop()?.place.leave();
    }
    await settled();
  };

  it('are let in by turns of companies and accounts, one at a time', async () => {
    for (let time = 0; time < 8; time += 1) ask('acme', 'eve');
    await settled();
    ask('acme', 'ada');
    ask('beta', 'bob');
    ask('beta', 'bob');
    await through(11);
    expect(order.slice(0, 5)).toEqual(['acme/eve', 'beta/bob', 'acme/ada', 'beta/bob', 'acme/eve']);
    expect(order.slice(5)).toEqual(Array.from({ length: 6 }, () => 'acme/eve'));
    expect(inside).toEqual([]);
  });

  it('get as many bytes as they need, in the same memory', async () => {
    ask('acme', 'ada', 1_000);
    await settled();
    const [{ place: first }] = inside;
    await through(1);
    ask('acme', 'ada', 500);
    await settled();
    const [{ place: next }] = inside;
    expect([first.space.length, next.space.length]).toEqual([1_000, 500]);
    expect(next.space.buffer).toBe(first.space.buffer);
  });
});
