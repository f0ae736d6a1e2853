import { mostLookups, mostObjects, mostWriters, ReadTurns } from './read-turns.js';

const by = (company: string, account: string) => ({
  owner: { company, account },
  deadline: Date.now() + 60_000,
});

describe.each([
  ['who look up paths', () => ReadTurns.ofLookups(), mostLookups],
  ['who read single objects', () => ReadTurns.ofObjects(), mostObjects],
  ['who change refs', () => ReadTurns.ofRefs(), mostWriters],
])('turns of those %s', (_, make, most) => {
  it('leave places to others while one account asks for all of them', async () => {
    const turns = make();
    const begun: string[] = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const look = (company: string, account: string, directory: string) =>
      turns.run(directory, by(company, account), async () => {
        begun.push(account);
        await released;
      });
    const all = Array.from({ length: 20 }, (_, at) => look('acme', 'ada', `/a${at}`));
    all.push(look('acme', 'bob', '/b'), look('other', 'eve', '/c'));
    await new Promise(setImmediate);
    expect(begun.filter((account) => account === 'ada')).toHaveLength(most / 4);
    expect(begun).toEqual(expect.arrayContaining(['bob', 'eve']));
    release();
    await Promise.all(all);
    expect(begun).toHaveLength(22);
  });
});

describe('turns of those whose commits change much', () => {
  it('are one of an account, and there are few of them', async () => {
    const turns = ReadTurns.ofLargeMaking();
    const begun: string[] = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const make = (company: string, account: string) =>
      turns.run('/a', by(company, account), async () => {
        begun.push(account);
        await released;
      });
    const all = ['ada', 'ada', 'bob', 'bob'].map((account) => make('acme', account));
    const later = turns.run('/b', by('other', 'eve'), () => Promise.resolve(begun.push('eve')));
    await later;
    expect(begun).toEqual(['ada', 'bob', 'eve']);
    release();
    await Promise.all(all);
    expect(begun).toHaveLength(5);
    const many = Array.from({ length: 20 }, () => make('acme', 'ada'));
    const refused = (await Promise.allSettled(many)).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(3);
  });
});

describe('a turn to read', () => {
  it('is over when nobody waits any longer', async () => {
    const turns = ReadTurns.ofObjects();
    const reading = { ...by('acme', 'ada'), deadline: Date.now() + 30 };
    await turns.run('/a', reading, async (turn) => {
      turn.mustBeAwaited();
      expect(turn.signal.aborted).toBe(false);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(() => turn.mustBeAwaited()).toThrow('took too long');
      expect(turn.signal.aborted).toBe(true);
    });
  });
});
