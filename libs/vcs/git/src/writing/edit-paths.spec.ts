import { mostDirectories, mostNames } from './edit-size.rules.js';
import { pathProblems } from './edit-paths.js';

describe('the paths of edits', () => {
  const of = (modified: string[], deleted: string[] = []) =>
    pathProblems({ modified: modified.map((path) => ({ path, content: '', encoding: 'utf-8' })), deleted });

  it('may be any number of different ones', async () => {
    expect(await of(['a', 'b/c', 'b/d', 'ab'], ['x', 'y'])).toEqual({});
    expect(await of([], [])).toEqual({});
  });

  it('are each possible', async () => {
    expect(await of(['a', '../b'], ['x'])).toEqual({ modified: { invalid: true } });
    expect(await of(['a'], ['.git/x'])).toEqual({ deleted: { invalid: true } });
    expect(await of([''], [''])).toEqual({ modified: { invalid: true }, deleted: { invalid: true } });
  });

  it('stand there once', async () => {
    expect(await of(['a', 'b', 'a'])).toEqual({ modified: { invalid: true } });
    expect(await of([], ['a', 'a'])).toEqual({ deleted: { invalid: true } });
  });

  it('are not written one inside the other', async () => {
    expect(await of(['a/b', 'a'])).toEqual({ modified: { invalid: true } });
    expect(await of(['a/b'], ['a'])).toEqual({});
  });

  it('have not more names altogether than anybody is to look at', async () => {
    const paths = (count: number) => Array.from({ length: count }, (_, at) => `${at}${'/a'.repeat(199)}`);
    const maximum = { maximum: mostNames };
    expect(await of(paths(mostNames / 200 + 1))).toEqual({ modified: maximum });
    expect(await of([], paths(mostNames / 200 + 1))).toEqual({ deleted: maximum });
    expect(await of([...paths(mostNames / 200), '../x'], ['x'])).toEqual({
      modified: maximum,
      deleted: maximum,
    });
    expect(await of(['/'.repeat(mostNames)])).toEqual({ modified: maximum });
  });

  it('are not in more directories than a commit may make', async () => {
    const paths = (count: number) => Array.from({ length: count }, (_, at) => `${at >> 1}/${at & 1}/f`);
    const most = (mostDirectories / 3) * 2;
    const maximum = { maximum: mostDirectories };
    expect(await of(paths(Math.floor(most)))).toEqual({});
    expect(await of(paths(Math.floor(most) + 3))).toEqual({ modified: maximum });
    expect(await of(['a/b'], paths(Math.floor(most) + 3))).toEqual({ modified: maximum, deleted: maximum });
  });

  it('are looked at while others have the event loop', async () => {
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const names = Array.from({ length: 48 }, (_, at) => `\u1100${at}`).join('/');
    expect(await of(Array.from({ length: 2000 }, (_, at) => `${names}/${at}`))).toEqual({});
    isDone = true;
    expect(turns).toBeGreaterThan(3);
  });
});
