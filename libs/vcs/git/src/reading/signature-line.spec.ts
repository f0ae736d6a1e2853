import { signatureIn, signatureLine } from './signature-line.js';

const line = (name: string, email: string) => signatureLine({ name, email, at: 12.7 });

describe('somebody in a header that we write', () => {
  it('has a name, an address and a time', () => {
    expect(line('A U Thor', 'a@example.org')).toBe('A U Thor <a@example.org> 12 +0000');
    expect(signatureIn(line('Ünï', 'a@example.org'))).toEqual({
      name: 'Ünï',
      email: 'a@example.org',
      at: 12,
    });
  });

  it.each([
    ['A <x> B', 'a@b', 'A x B <a@b> 12 +0000'],
    ['A\nparent 1', 'a\n@b', 'Aparent 1 <a@b> 12 +0000'],
    ['. A. ', '<a@b>', 'A <a@b> 12 +0000'],
    ['', 'a@b', 'a@b <a@b> 12 +0000'],
    ['<>', '', 'unknown <> 12 +0000'],
  ])('does not end it early: %j', (name, email, expected) => expect(line(name, email)).toBe(expected));
});

describe('somebody in a header of a history', () => {
  it.each([
    ['A U Thor <a@b.c> 12 +0100', 'A U Thor', 'a@b.c', 12],
    ['A U Thor <a@b.c> -12 -0100', 'A U Thor', 'a@b.c', -12],
    ['A <a@b.c>12', 'A', 'a@b.c', 12],
    ['A<a@b.c> 12 +0000 ', 'A', 'a@b.c', 12],
    ['A <a@b.c>', 'A', 'a@b.c', 0],
    ['A <a@b.c> Thu Jan 1 1970', 'A', 'a@b.c', 1970],
    ['A <a> B <c> 12 +0000', 'A', 'a', 12],
    ['A <a@b.c> 12 +0000 13 +0000', 'A', 'a@b.c', 12],
    [`A <a@b.c> 12 +0000 ${'x'.repeat(99)} 13`, 'A', 'a@b.c', 12],
    ['<a> 12 +0000', '', 'a', 12],
    [' A ', 'A', '', 0],
    ['A <a 12', 'A <a 12', '', 0],
    ['A <a> 99999999999999999 +0000', 'A', 'a', 0],
    ['A <a> 253402300799 +0000', 'A', 'a', 253_402_300_799],
    ['A <a> 253402300800 +0000', 'A', 'a', 0],
    ['A <a> -62135596801 +0000', 'A', 'a', 0],
  ])('is read of %j', (text, name, email, at) => expect(signatureIn(text)).toEqual({ name, email, at }));

  it('is cut with a mark where it is very long', () => {
    const long = 'x'.repeat(1_001);
    const cut = `${'x'.repeat(1_000)}…`;
    expect(signatureIn(`${long} <${long}> 12 +0000`)).toEqual({ name: cut, email: cut, at: 12 });
    expect(signatureIn(long).name).toBe(cut);
  });

  it('is read at once, however long the line is', () => {
    const digits = '1'.repeat(1_000_000);
    expect(signatureIn(`A <a@b.c> ${digits}x`)).toEqual({ name: 'A', email: 'a@b.c', at: 0 });
    expect(signatureIn(`A <a@b.c> ${digits}`).at).toBe(0);
    expect(signatureIn(`${'<'.repeat(1_000_000)}${' '.repeat(100_000)}x`).email).toBe('');
  });
});
