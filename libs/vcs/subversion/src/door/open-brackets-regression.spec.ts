import { serverHeaders } from './dav-headers.js';
import { raItem } from './ra-svn.js';

// What closes a bracket was looked for from each of thousands that nothing closes, and a greeting was read anew with
// each of its bytes: both kept the gateway from everybody.
describe('what clients of Subversion say without an end', () => {
  const root = '/acme/projects/web/repositories/subversion/code';
  const conditions = (condition: string) =>
    serverHeaders({ method: 'PUT', headers: { if: condition } }, { root, below: '/' })?.if;

  it.each(['(', '<', '(<', '<a>('])('is no condition: %s', (part) => {
    expect(conditions(part.repeat(1_000_000))).toBeUndefined();
  });

  it('is one where all is closed', () => {
    const token = '(<opaquelocktoken:x> ["(a<b"])';
    expect(conditions(`<${root}/a> ${token} ${token}`)).toBe(`<${root}/a> ${token} ${token}`);
  });

  it('is no greeting after a hundred items or blanks', () => {
    expect(raItem(Buffer.from(`( ${'a '.repeat(120)}`))).toBe('more');
    for (const part of ['a ', ' ', '( ) ', '1:x '])
      expect(raItem(Buffer.from(`( ${part.repeat(200)}`))).toBeUndefined();
  });
});
