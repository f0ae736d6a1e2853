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
