import { Startups } from './startups.js';

const limits = { begin: 100, most: 300, perAddress: 150 };

// The places before the login were given by chance to whoever came: two addresses that held 150 connections each, for
// the 15 seconds that a login has, kept everybody else from SSH.
describe('a few addresses with very many connections before their login', () => {
  let ended: string[];
  let startups: Startups;
  let chance: number;
  beforeEach(() => {
    ended = [];
    startups = new Startups(limits, () => chance);
  });
  const come = (address: string, name = address): (() => void) | undefined =>
    startups.admit(address, () => ended.push(name));
  const fill = (addresses: number, each: number): void => {
    chance = 0.999;
    for (let one = 0; one < each; one += 1)
      for (let at = 1; at <= addresses; at += 1) come(`192.0.2.${at}`, `${at}/${one}`);
    // It is against whoever depends on it.
    chance = 0;
  };

  it.each([1, 2, 3, 40])('keep nobody out: %d of them', (addresses) => {
    fill(addresses, 150);
    expect(come('198.51.100.1')).toBeDefined();
    expect(come('198.51.100.1')).toBeDefined();
    expect(ended).not.toContain('198.51.100.1');
  });

  it('give way by what has waited longest of the one that has the most', () => {
    fill(2, 149);
    chance = 0.999;
    const last = come('192.0.2.2', '2/149');
    chance = 0;
    expect(come('192.0.2.3')).toBeDefined();
    expect(ended).toEqual([]);
    expect(come('198.51.100.1')).toBeDefined();
    expect(ended).toEqual(['2/0']);
    last?.();
    expect(come('198.51.100.2')).toBeDefined();
    expect(come('198.51.100.3')).toBeDefined();
    expect(ended).toEqual(['2/0', '1/0']);
  });

  it('get no place of another by coming again', () => {
    fill(2, 150);
    for (let time = 0; time < 10; time += 1) expect(come('198.51.100.1', 'ours')).toBeDefined();
    for (let time = 0; time < 500; time += 1) come(`192.0.2.${1 + (time % 2)}`, 'theirs');
    expect(ended).not.toContain('ours');
    expect(come('198.51.100.1', 'ours')).toBeDefined();
  });
});
