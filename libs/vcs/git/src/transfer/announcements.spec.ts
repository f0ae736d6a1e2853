import { Announcements } from './announcements.js';

describe('answers to the first question of fetches', () => {
  const [directory, question] = ['/r', 'version=2\0ls-refs'];
  let busy: boolean;
  let answers: Announcements;
  beforeEach(() => {
    busy = false;
    answers = new Announcements(() => busy);
  });
  const begun = () => answers.listen(directory, question);
  const isSettled = async (work: Promise<unknown>): Promise<boolean> => {
    let settled = false;
    void work.then(() => (settled = true));
    await new Promise(setImmediate);
    return settled;
  };

  it('are given to all who ask while git answers the first of them, and to those who come later', async () => {
    expect(await answers.find(directory, question)).toBeUndefined();
    const first = begun();
    const others = [answers.find(directory, question), answers.find(directory, question)];
    first.hear(Buffer.from('one '));
    expect(await isSettled(Promise.race(others))).toBe(false);
    first.hear(Buffer.from('two'));
    first.keep();
    first.end();
    for (const each of [...others, answers.find(directory, question)])
      expect(String(await each)).toBe('one two');
    expect(await answers.find(directory, 'another')).toBeUndefined();
    expect(await answers.find('/other', question)).toBeUndefined();
  });

  it('are nothing where git fails, and who waited asks again', async () => {
    const first = begun();
    const other = answers.find(directory, question);
    first.hear(Buffer.from('half'));
    first.end();
    expect(await other).toBeUndefined();
    const second = begun();
    const third = answers.find(directory, question);
    second.hear(Buffer.from('whole'));
    second.keep();
    expect(String(await third)).toBe('whole');
  });

  it('are those of after a write, however short it was', async () => {
    for (const during of [() => undefined, () => (busy = true)]) {
      const before = begun();
      const waiting = answers.find(directory, question);
      before.hear(Buffer.from('old'));
      during();
      answers.wrote(directory);
      const later = answers.find(directory, question);
      before.keep();
      before.end();
      expect([await waiting, await later]).toEqual([undefined, undefined]);
    }
    expect(await answers.find(directory, question)).toBeUndefined();
  });

  it('are waited for no longer than they may be remembered: their client takes them as slowly as it likes', async () => {
    const long = begun();
    const other = answers.find(directory, question);
    long.hear(Buffer.alloc(64 << 10));
    expect(await isSettled(other)).toBe(false);
    long.hear(Buffer.alloc(1));
    expect(await other).toBeUndefined();
    expect(await answers.find(directory, question)).toBeUndefined();
    long.keep();
    expect(await answers.find(directory, question)).toBeUndefined();
  });

  it('are told by the one who began first, where several did', async () => {
    const [first, second] = [begun(), begun()];
    const other = answers.find(directory, question);
    second.end();
    expect(await isSettled(other)).toBe(false);
    first.hear(Buffer.from('first'));
    first.keep();
    expect(String(await other)).toBe('first');
  });
});
