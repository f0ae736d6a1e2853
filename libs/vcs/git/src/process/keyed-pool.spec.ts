import { KeyedPool, type Pooled } from './keyed-pool.js';

class Thing implements Pooled {
  readonly broken = false;
  awake = Promise.resolve();

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
  const by = (company: string, account = company) => ({
    owner: { company, account },
    deadline: Date.now() + 20_000,
  });
  const use = (key: string, owner = 'acme') => pool.use(key, () => Promise.resolve(), by(owner));

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
    const held = ['a', 'b', 'c', 'd'].map((key) => pool.use(key, () => ended, by('large', key)));
    const late = use('e', 'small');
    await new Promise(setImmediate);
    expect(gone).toEqual([]);
    end();
    await Promise.all([...held, late]);
    expect(gone).toEqual(['a']);
  });

  it('starts two for an account at a time, and others for others', async () => {
    let wake: () => void = () => undefined;
    const awake = new Promise<void>((resolve) => (wake = resolve));
    const started: string[] = [];
    const large = new KeyedPool(
      (key) => (started.push(key), Object.assign(new Thing(key, gone), { awake })),
      100,
      60_000,
    );
    const use = (key: string, company: string, account: string) =>
      large.use(key, () => awake, by(company, account));
    const all = ['a', 'b', 'c', 'd'].map((key) => use(key, 'acme', 'ada'));
    all.push(use('e', 'acme', 'bob'), use('f', 'other', 'eve'));
    await new Promise(setImmediate);
    expect(started).toEqual(['a', 'b', 'e', 'f']);
    wake();
    await Promise.all(all);
    expect(started).toEqual(['a', 'b', 'e', 'f', 'c', 'd']);
    large.close();
  });

  it('holds up no start for what is asked nothing, or says nothing', async () => {
    const never = new Promise<void>(() => undefined);
    const silent = new KeyedPool((key) => Object.assign(new Thing(key, gone), { awake: never }), 100, 60_000);
    const done: string[] = [];
    const use = (key: string, work: () => Promise<void>) =>
      silent.use(key, work, { ...by('acme'), deadline: Date.now() + 5_000 });
    const unasked = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) =>
      use(key, () => Promise.resolve(done.push(key)).then(() => undefined)),
    );
    await Promise.all(unasked);
    expect(done).toHaveLength(6);
    for (const key of ['g', 'h', 'i']) void use(key, () => never);
    await use('j', () => Promise.resolve());
    silent.close();
  });

  it('refuses who waits in vain for a start', async () => {
    const never = new Promise<void>(() => undefined);
    const stuck = new KeyedPool((key) => Object.assign(new Thing(key, gone), { awake: never }), 100, 60_000);
    const soon = { ...by('acme'), deadline: Date.now() + 30 };
    for (const key of ['a', 'b']) void stuck.use(key, () => never, soon);
    await expect(stuck.use('c', () => never, soon)).rejects.toMatchObject({ code: 'unavailable' });
    await stuck.use('a', () => Promise.resolve(), soon);
    stuck.close();
  });
});
