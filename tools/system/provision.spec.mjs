import { roleOf, urlFor } from './provision.mjs';

describe('names in the database', () => {
  it('carry the database, so that two installations can share a server', () => {
    expect(roleOf('holdfast', 'identity')).toBe('holdfast_identity');
    expect(roleOf('d'.repeat(63), 'artifact')).toHaveLength(63);
  });

  it('stand in an address with whatever characters they have', () => {
    expect(urlFor('postgres://a:b@h:5/d?sslmode=require', 'r@le')).toBe(
      'postgres://r%40le@h:5/d?sslmode=require',
    );
  });
});
