import { LoginTurns } from './login-turns.js';

const staying = (): Promise<void> => new Promise(() => undefined);
const at = (address: string) => ({ address, gone: staying });

describe('turns of logins', () => {
  it('has four of one address at a time, and nobody else waits for them', async () => {
    const turns = new LoginTurns();
    const begun: string[] = [];
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const login = (address: string) =>
      turns.run(at(address), async () => {
        begun.push(address);
        await ended;
        return address;
      });
    const all = [...Array.from({ length: 100 }, () => login('192.0.2.1')), login('192.0.2.2')];
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([...Array.from({ length: 4 }, () => '192.0.2.1'), '192.0.2.2']);
    end();
    expect((await Promise.all(all))[100]).toBe('192.0.2.2');
  });

  it('looks at no login of an address that has spent its refusals, until it has some again', async () => {
    let now = 0;
    const turns = new LoginTurns({ perSecond: 1, burst: 2 }, () => now);
    let looked = 0;
    const refused = () => {
      looked += 1;
      return Promise.resolve(undefined);
    };
    const right = () => Promise.resolve('in');
    expect(await turns.run(at('192.0.2.1'), right)).toBe('in');
    for (let count = 0; count < 5; count += 1) await turns.run(at('192.0.2.1'), refused);
    expect(looked).toBe(2);
    expect(await turns.run(at('192.0.2.1'), right)).toBeUndefined();
    expect(await turns.run(at('192.0.2.2'), right)).toBe('in');
    now = 1_000;
    expect(await turns.run(at('192.0.2.1'), right)).toBe('in');
  });

  it('leaves the turn of a client that has gone to others', async () => {
    const turns = new LoginTurns();
    const ends: (() => void)[] = [];
    const held = Array.from({ length: 4 }, () =>
      turns.run(at('192.0.2.1'), () => new Promise<string>((resolve) => ends.push(() => resolve('in')))),
    );
    let begun = false;
    const work = () => {
      begun = true;
      return Promise.resolve('in');
    };
    expect(await turns.run({ address: '192.0.2.1', gone: () => Promise.resolve() }, work)).toBeUndefined();
    expect(begun).toBe(false);
    ends.forEach((end) => end());
    expect(await Promise.all(held)).toEqual(['in', 'in', 'in', 'in']);
  });
});
