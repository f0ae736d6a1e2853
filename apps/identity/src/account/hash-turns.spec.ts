import { setTimeout as sleep } from 'node:timers/promises';
import { HashTurns, type Turn } from './hash-turns.js';

/** Work that ends when the test says so. */
const world = () => {
  const turns = new HashTurns();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const refused: string[] = [];
  let made = 0;
  const ask = (party: string, turn: Partial<Turn> = {}): void => {
    const name = `${party}${(made += 1)}`;
    const work = () => {
      begun.push(name);
      return new Promise<void>((end) => ends.set(name, end));
    };
    turns
      .run({ group: party, party, alone: name, wait: 60_000, ...turn }, work)
      .catch(({ code }: { code: string }) => refused.push(`${name} ${code}`));
  };
  /** Ends what runs, one after the other, and lets begin what can. */
  const end = async (...names: string[]): Promise<void> => {
    for (const name of ['', ...names]) {
      ends.get(name)?.();
      await new Promise((done) => setImmediate(done));
    }
  };
  return { begun, refused, ask, end };
};

describe('turns at hashing', () => {
  it('are two at a time', async () => {
    const { begun, ask, end } = world();
    for (let time = 0; time < 4; time += 1) ask('a');
    await end();
    expect(begun).toEqual(['a1', 'a2']);
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'a3']);
  });

  it('go round between those who wait, however many one has', async () => {
    const { begun, ask, end } = world();
    for (let time = 0; time < 50; time += 1) ask('a');
    for (let time = 0; time < 50; time += 1) ask('b');
    ask('c');
    await end('a1', 'a2', 'a3', 'b51', 'c101');
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b51', 'c101', 'a4', 'b52']);
  });

  it('are refused to one more of a party than may wait, and to nobody else', async () => {
    const { begun, refused, ask, end } = world();
    for (let time = 0; time < 103; time += 1) ask('a');
    ask('b');
    await end('a1', 'a2');
    expect(refused).toEqual(['a103 too_many_requests']);
    expect(begun).toContain('b104');
  });

  it('go round between groups, and in each between its parties', async () => {
    const { begun, ask, end } = world();
    for (const party of ['a', 'b', 'a', 'b', 'b']) ask(party, { group: 'many' });
    for (let time = 0; time < 2; time += 1) ask('c', { group: 'few' });
    await end('a1', 'b2', 'a3', 'c6', 'b4', 'c7');
    expect(begun).toEqual(['a1', 'b2', 'a3', 'c6', 'b4', 'c7', 'b5']);
  });

  it('are for the party that has fewer waiting, where two thousand wait', async () => {
    const { refused, ask, end } = world();
    for (let party = 0; party < 20; party += 1)
      for (let time = 0; time < (party === 0 ? 102 : 100); time += 1) ask(`p${party}-`);
    ask('late');
    await end();
    expect(refused).toEqual(['p0-102 too_many_requests']);
  });

  it('are for the group that has fewer waiting, however few each party of the other has', async () => {
    const { refused, ask, end } = world();
    for (let party = 0; party < 2_002; party += 1) ask(`p${party}-`, { group: 'one' });
    for (let time = 0; time < 3; time += 1) ask('late', { group: 'other' });
    ask('more', { group: 'one' });
    await end();
    const last = ['p2001-2002', 'p2000-2001', 'p1999-2000', 'more2006'];
    expect(refused).toEqual(last.map((each) => `${each} too_many_requests`));
  });

  it('are refused where two thousand wait, of each party one', async () => {
    const { refused, ask, end } = world();
    for (let party = 0; party < 2_003; party += 1) ask(`p${party}-`);
    await end();
    expect(refused).toEqual(['p2002-2003 too_many_requests']);
  });

  it('come no more to those who have waited too long', async () => {
    const { begun, refused, ask, end } = world();
    for (let time = 0; time < 2; time += 1) ask('a');
    ask('a', { wait: 5 });
    ask('a');
    await sleep(20);
    await end('a1', 'a2');
    expect([begun, refused]).toEqual([['a1', 'a2', 'a4'], ['a3 too_many_requests']]);
  });

  it('come one after the other where they are about the same', async () => {
    const { begun, ask, end } = world();
    for (const alone of ['x', 'x', 'y']) ask('a', { alone });
    await end();
    expect(begun).toEqual(['a1', 'a3']);
    await end('a3');
    expect(begun).toEqual(['a1', 'a3']);
    await end('a1');
    expect(begun).toEqual(['a1', 'a3', 'a2']);
  });
});
