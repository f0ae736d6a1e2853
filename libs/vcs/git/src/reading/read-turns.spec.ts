import { mostLookups, ReadTurns } from './read-turns.js';

const by = (company: string, account: string) => ({
  owner: { company, account },
  deadline: Date.now() + 60_000,
});

describe('turns of those who look up paths', () => {
  it('leave places to others while one account asks for all of them', async () => {
    const turns = ReadTurns.ofLookups();
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
    expect(begun.filter((account) => account === 'ada')).toHaveLength(mostLookups / 4);
    expect(begun).toEqual(expect.arrayContaining(['bob', 'eve']));
    release();
    await Promise.all(all);
    expect(begun).toHaveLength(22);
  });
});
