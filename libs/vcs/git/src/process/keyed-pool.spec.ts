import { KeyedPool, type Pooled } from './keyed-pool.js';

class Thing implements Pooled {
  readonly broken = false;

  constructor(
    readonly key: string,
    private readonly gone: string[],
  ) {}

  close(): void {
    this.gone.push(this.key);
  }
}

describe('a pool of what costs a process', () => {
  let gone: string[];
  let pool: KeyedPool<Thing>;
  beforeEach(() => {
    gone = [];
    pool = new KeyedPool((key) => new Thing(key, gone), 4, 60_000);
  });
  afterEach(() => pool.close());
  const use = (key: string, owner?: string) => pool.use(key, () => Promise.resolve(), owner);

  it('gives up what was unused for longest', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'a', 'e']) await use(key);
    expect(gone).toEqual(['b']);
  });

  it('takes nothing from one owner for another who has more', async () => {
    await use('one', 'small');
    for (let at = 0; at < 10; at += 1) await use(`of-many-${at}`, 'large');
    expect(gone).toEqual(Array.from({ length: 7 }, (_, at) => `of-many-${at}`));
    await use('two', 'small');
    expect(gone.slice(7)).toEqual(['of-many-7']);
  });

  it('takes nothing that is in use, and lets who comes wait', async () => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const held = ['a', 'b', 'c', 'd'].map((key) => pool.use(key, () => ended, 'large'));
    const late = use('e', 'small');
    await new Promise(setImmediate);
    expect(gone).toEqual([]);
    end();
    await Promise.all([...held, late]);
    expect(gone).toEqual(['a']);
  });
});
