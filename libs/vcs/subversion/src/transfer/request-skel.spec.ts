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
    `(create-txn-with-props (${'a'.repeat(99)} 0 ))`,
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
    `(create-txn-with-props (${'a'.repeat(100)} 0 ))`,
    `(create-txn)${' '.repeat(100)}a`,
    '( create-txn \u0000 )',
  ])('is refused: %p', async (body) => {
    expect(await fit(body)).toBe(false);
  });

  /** The least of some runs (ms of the processor). */
  const spent = async (work: () => unknown): Promise<number> => {
    const runs: number[] = [];
    for (let run = 0; run < 12; run += 1) {
      const before = process.cpuUsage();
      await work();
      runs.push(process.cpuUsage(before).user / 1_000);
    }
    return Math.min(...runs);
  };

  // Others of the process waited while a word, or blanks at the end, were looked through: a search for each byte.
  it.each([
    ['(', 'a'],
    ['( create-txn ) ', ' '],
  ])('is looked through in no time: %p and a million of %p', async (begin, more) => {
    const body = Buffer.from(begin + more.repeat(1 << 20));
    const bounds = Buffer.from('\t\n\f\r ()[]');
    const searched = await spent(() => body.every((byte) => !bounds.includes(byte) || byte !== 0));
    expect(await spent(() => fit(body.toString()))).toBeLessThan(searched / 3);
  });
});
