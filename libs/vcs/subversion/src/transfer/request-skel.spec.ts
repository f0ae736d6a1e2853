import { checkSkel } from './request-skel.js';

// The server calls itself once for each list in a list: 150,000 brackets ended a process of it, and what it did for
// others.
describe('what a transaction begins with', () => {
  const fit = (body: string): Promise<boolean> =>
    checkSkel(Buffer.from(body)).then(
      () => true,
      () => false,
    );

  it.each([
    '( create-txn )',
    '(create-txn)',
    '( create-txn-with-props (svn:log 5 a ((( svn:txn-user-agent 3 SVN ) )\n',
    `(create-txn-with-props (svn:log ${1 << 20} ${'('.repeat(1 << 20)}))`,
    '( create-txn-with-props ( svn:log 0 ) )',
    '(create-txn-with-props (svn:log 3\tü!))',
  ])('is read: %p', async (body) => {
    expect(await fit(body)).toBe(true);
  });

  it.each([
    '',
    ' ',
    'create-txn',
    '(',
    ')',
    '( create-txn',
    '( create-txn ) )',
    '( create-txn ) ( create-txn )',
    '( create-txn ( a ( b ) ) )',
    '('.repeat(150_000),
    '( create-txn-with-props ( svn:log 9 short ) )',
    '( create-txn-with-props ( svn:log 5hello ) )',
    '( create-txn-with-props ( svn:log 99999999 a ) )',
    '( create-txn [ a ] )',
    '( -1 )',
    '( create-txn \u0000 )',
  ])('is refused: %p', async (body) => {
    expect(await fit(body)).toBe(false);
  });
});
