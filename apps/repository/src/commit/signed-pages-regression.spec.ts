import { LookedSignatures } from './looked-signatures.js';

const armored = '-----BEGIN SSH SIGNATURE-----\n';
const commits = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({
    signature: { text: `${armored}${from + at}`, namespace: 'git', signed: 'tree' },
  }));

// A page of commits had all its signatures looked at in one turn of the event loop, each time that somebody asked: with
// 1,000 of keys of a large curve all others waited for three seconds.
describe('the signatures of a page of commits', () => {
  it('are looked at while others are served', async () => {
    let turn = 0;
    const inTurn = new Map<number, number>();
    const looked = new LookedSignatures((text) => {
      inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1);
      // As long as a key of P-521 takes.
      for (const end = performance.now() + 1; performance.now() < end;);
      return Promise.resolve({ fingerprint: text, isRight: true });
    });
    let isOver = false;
    const next = (): void => {
      turn += 1;
      if (!isOver) setImmediate(next);
    };
    next();
    const found = await looked.of(commits(300));
    isOver = true;
    expect(found).toHaveLength(300);
    expect(Math.max(...inTurn.values())).toBeLessThan(100);
  });

  it('are looked at once', async () => {
    const asked: string[] = [];
    const looked = new LookedSignatures((text) => {
      asked.push(text);
      return Promise.resolve(
        text.endsWith('1') ? undefined : { fingerprint: text, isRight: !text.endsWith('2') },
      );
    });
    const expected = [{ fingerprint: `${armored}0` }, 'unsupported', 'invalid'];
    expect(await looked.of([...commits(3), {}])).toEqual([...expected, undefined]);
    expect(await looked.of(commits(3))).toEqual(expected);
    expect(asked).toHaveLength(3);
  });

  it('are others where what was signed is another', async () => {
    const asked: string[] = [];
    const looked = new LookedSignatures((text, content, namespace) => {
      asked.push(`${namespace} ${content.toString()}`);
      return Promise.resolve({ fingerprint: text, isRight: true });
    });
    const [{ signature }] = commits(1);
    const each = [signature, { ...signature, signed: 'other' }, { ...signature, namespace: 'file' }];
    await looked.of(each.map((one) => ({ signature: one })));
    expect(asked).toEqual(['git tree', 'git other', 'file tree']);
  });
});
