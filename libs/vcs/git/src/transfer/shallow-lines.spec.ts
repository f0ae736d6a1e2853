import { pkt, zero } from '../git-world.fixture.js';
import { piecewise } from '../piecewise.fixture.js';
import { withoutShallow } from './shallow-lines.js';

const one = '1'.repeat(40);

const through = piecewise(withoutShallow);

describe('the body of a push of a client that has a part of the history', () => {
  const rest = `${pkt(`${one} ${zero} refs/heads/a\0 report-status`)}0000PACK\xff\0${pkt(`shallow ${one}`)}`;
  const shallow = pkt(`shallow ${one}`) + pkt(`shallow ${'2'.repeat(64)}\n`);

  it.each([1, 3, 50, 10_000])('does not say where that ends, in pieces of %d bytes', async (size) => {
    expect(await through(shallow.repeat(20) + rest, size)).toBe(rest);
    expect(await through(rest, size)).toBe(rest);
  });

  it.each([1, 50, 10_000])(
    'is left alone where it is not well formed, in pieces of %d bytes',
    async (size) => {
      for (const odd of [
        'shallow',
        'shallow ',
        `shallow ${'x'.repeat(40)}`,
        `shallow ${one} `,
        `shallow ${one}\0\n`,
      ])
        expect(await through(pkt(odd) + rest, size)).toBe(pkt(odd) + rest);
      for (const odd of ['', '00', '0000', 'zzzzshallow ', '0038shallow ', `ffffshallow ${one}`])
        expect(await through(odd, size)).toBe(odd);
    },
  );
});
