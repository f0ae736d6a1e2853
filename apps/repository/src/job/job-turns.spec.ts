import { JobTurns } from './job-turns.js';

const of = (company: string, lowest = false) => ({ company, lowest });
const turn = (company: string, kind = 'verify', lowest = false) => ({ company, kind, lowest });

describe('whose job is next', () => {
  it('is of the company with the fewest, and then of the one that was served longest ago', () => {
    const turns = new JobTurns(4);
    expect(turns.next([of('a'), of('b')])).toEqual(of('a'));
    const first = turn('a');
    turns.begin(first);
    expect(turns.next([of('a'), of('b')])).toEqual(of('b'));
    const second = turn('b');
    turns.begin(second);
    turns.end(first);
    turns.end(second);
    // Neither has any: `a` was served before `b`, and `c` never was.
    expect(turns.next([of('b'), of('a')])).toEqual(of('a'));
    expect(turns.next([of('b'), of('a'), of('c')])).toEqual(of('c'));
  });

  it('leaves a quarter of the places to other companies, and none where all are taken', () => {
    const turns = new JobTurns(4);
    for (let count = 0; count < 3; count += 1) turns.begin(turn('a'));
    expect(turns.next([of('a')])).toBeUndefined();
    expect(turns.next([of('a'), of('b')])).toEqual(of('b'));
    turns.begin(turn('b'));
    expect(turns.next([of('c')])).toBeUndefined();
  });

  it('is one of the lowest rank only where no other waits, and one at a time', () => {
    const turns = new JobTurns(4);
    expect(turns.next([of('a', true), of('b')])).toEqual(of('b'));
    expect(turns.next([of('a', true)])).toEqual(of('a', true));
    const low = turn('a', 'verify', true);
    turns.begin(low);
    expect(turns.next([of('b', true)])).toBeUndefined();
    expect(turns.next([of('b')])).toEqual(of('b'));
    turns.end(low);
    expect(turns.next([of('b', true)])).toEqual(of('b', true));
  });

  it('is of no kind of which as many run as may', () => {
    const turns = new JobTurns(4);
    const kinds = [{ name: 'verify', atOnce: 1 }, { name: 'import' }];
    expect(turns.open(kinds)).toEqual(['verify', 'import']);
    const verify = turn('a');
    turns.begin(verify);
    expect(turns.open(kinds)).toEqual(['import']);
    turns.end(verify);
    expect(turns.open(kinds)).toEqual(['verify', 'import']);
  });

  it('gives no place back twice', () => {
    const turns = new JobTurns(1);
    const one = turn('a');
    turns.begin(one);
    turns.end(one);
    turns.end(one);
    turns.begin(turn('a'));
    expect(turns.next([of('b')])).toBeUndefined();
  });
});
