import { SharedRounds } from './shared-rounds.js';

const soon = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('rounds that are shared', () => {
  it('are one for all who ask at once, and one more for all who ask meanwhile', async () => {
    const begun: string[] = [];
    let end: () => void = () => undefined;
    const rounds = new SharedRounds<string>((asked) => {
      begun.push(asked);
      return new Promise((resolve) => (end = resolve));
    });
    const ended: string[] = [];
    const ask = (name: string): unknown => rounds.ask(name).then(() => ended.push(name));
    ask('a');
    ask('b');
    await soon();
    for (const name of ['c', 'd', 'e']) ask(name);
    await soon();
    expect([begun, ended]).toEqual([['a'], []]);
    end();
    await soon();
    expect([begun, ended]).toEqual([
      ['a', 'c'],
      ['a', 'b'],
    ]);
    end();
    await soon();
    expect(ended).toEqual(['a', 'b', 'c', 'd', 'e']);
    ask('f');
    await soon();
    expect(begun).toEqual(['a', 'c', 'f']);
  });
});
