import { pkt, zero } from '../git-world.fixture.js';
import { piecewise } from '../piecewise.fixture.js';
import { atomically } from './atomic-body.js';

const one = '1'.repeat(40);

const through = piecewise(atomically);

describe('the body of a push that is one transaction', () => {
  const command = `${one} ${zero} refs/heads/a`;
  const more = pkt(`${one} ${zero} refs/heads/b`);
  const rest = `${more.repeat(100)}0000PACK\xff\0`;
  const shallow = pkt(`shallow ${one}`);

  it.each([1, 3, 50, 10_000])('asks for it behind the first command, in pieces of %d bytes', async (size) => {
    const asked = `${command}\0 report-status agent=git/2`;
    for (const before of ['', shallow + shallow]) {
      const told = asked.replace('\0', '\0 atomic ');
      // git reads as far as the second NUL.
      for (const end of ['', '\n', '\0', '\0 more\n'])
        expect(await through(before + pkt(asked + end) + rest, size)).toBe(before + pkt(told + end) + rest);
      expect(await through(before + pkt(command) + rest, size)).toBe(
        before + pkt(`${command}\0 atomic`) + rest,
      );
    }
  });

  it.each([1, 50, 10_000])('is left alone where it changes few refs, in pieces of %d bytes', async (size) => {
    const few = `${pkt(`${command}\0 report-status`)}${more.repeat(30)}0000PACK${'x'.repeat(10_000)}`;
    expect(await through(few, size)).toBe(few);
  });

  it('is refused where there is no room for it', async () => {
    const longest = `${command}\0 ${'x'.repeat(65_416)}`;
    expect(pkt(longest).length).toBeLessThan(65_521);
    await expect(through(pkt(longest) + rest, 10_000)).rejects.toMatchObject({ status: 413 });
  });

  it.each([1, 50, 10_000])(
    'is left alone where there is nothing to ask for, in pieces of %d bytes',
    async (size) => {
      for (const body of [
        '',
        '0000',
        '0004',
        'nonsense at all',
        shallow,
        `${shallow}0000`,
        '00',
        '00a0 cut off',
      ])
        expect(await through(body, size)).toBe(body);
    },
  );
});
