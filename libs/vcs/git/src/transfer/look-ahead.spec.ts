import { pkt, zero } from '../git-world.fixture.js';
import { lookAhead } from './look-ahead.js';

const one = '1'.repeat(40);

describe('a look at what a push is to change', () => {
  const limits = { commands: 50_000 };
  const command = (name: string): string => pkt(`${zero} ${one} refs/heads/${name}`);
  const list = (count: number, name = 'a-branch-of-the-usual-length'): string =>
    Array.from({ length: count }, (_, at) => command(`${name}-${at}`)).join('');
  const looked = async (text: string, size: number) => {
    let given = 0;
    const pieces = async function* () {
      for (; given < text.length; given += size)
        yield await Promise.resolve(Buffer.from(text.slice(given, given + size), 'latin1'));
    };
    const { isMany, isNone, body } = await lookAhead(pieces(), limits);
    const read = given;
    const parts: Buffer[] = [];
    for await (const part of body) parts.push(part);
    expect(Buffer.concat(parts).toString('latin1')).toBe(text);
    return { isMany, isNone, read };
  };
  const pack = `0000PACK${'x'.repeat(100_000)}`;

  it.each([7, 100, 100_000])('tells few references from many, in pieces of %d bytes', async (size) => {
    expect((await looked(`${list(200)}${pack}`, size)).isMany).toBe(false);
    expect((await looked(`${list(201)}${pack}`, size)).isMany).toBe(true);
  });

  it('takes few for many whose names are very long, or need very many directories', async () => {
    expect((await looked(`${list(30, 'x'.repeat(2_000))}${pack}`, 100)).isMany).toBe(false);
    expect((await looked(`${list(35, 'x'.repeat(2_000))}${pack}`, 100)).isMany).toBe(true);
    expect((await looked(`${list(60, 'a/'.repeat(20))}${pack}`, 100)).isMany).toBe(true);
    // git makes so few one after the other, and so brings each to the disk by itself.
    expect((await looked(`${list(1, 'a/'.repeat(1_000))}${pack}`, 100)).isMany).toBe(false);
  });

  it('tells none from some, and from what broke off', async () => {
    const none = async (text: string) => (await looked(text, 5)).isNone;
    expect(await none('0000')).toBe(true);
    for (const some of ['', '00', pkt(`shallow ${one}`), `${command('a')}0000`, 'nonsense at all'])
      expect([some, await none(some)]).toEqual([some, false]);
  });

  it('reads no further than it has to, nor beyond the end', async () => {
    expect((await looked(`${list(40)}${pack}`, 1_000)).read).toBeLessThan(6_000);
    expect((await looked(`${list(20_000)}${pack}`, 1_000)).read).toBeLessThan(40_000);
    for (const odd of ['', '0000', '00a0 cut off', 'nonsense at all', pkt(`shallow ${one}`)])
      expect((await looked(odd, 5)).isMany).toBe(false);
  });
});
