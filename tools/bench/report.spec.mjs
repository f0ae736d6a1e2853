import { pageSection } from './page-section.mjs';
import { againSection, conclusion, cpuShares, page, table } from './report.mjs';

/** @import { Result } from './report.mjs' */

/** @param {Partial<Result>} [more] @returns {Result} */
const result = (more) => ({
  ...{ group: 'api', name: 'x', title: 'GET x', unit: 'requests/s', better: 'more' },
  ...{ ours: 4567.8, baseline: 36_200, ratio: 0.126, target: 0.1, holds: true },
  ...more,
});

describe('the table', () => {
  it('shows both sides, their ratio, the target and whether it holds', () => {
    const [, , row] = table([result()]).split('\n');
    expect(row).toBe('| GET x | 4,568 requests/s | 36,200 requests/s | 12.6 % | ≥ 10.0 % | yes | – |');
  });

  it('shows a ratio above one as a factor, and marks what is missed', () => {
    const slow = result({ better: 'less', unit: 'ms', ours: 150.4, baseline: 50, ratio: 3.008, target: 1.5 });
    const [, , row] = table([{ ...slow, holds: false }]).split('\n');
    expect(row).toBe('| GET x | 150 ms | 50.0 ms | 3.01 × | ≤ 1.50 × | **no** | – |');
  });

  it('shows a value without a baseline against a target in its unit, and a note behind the title', () => {
    const memory = {
      ...result({ ratio: undefined, baseline: undefined }),
      title: 'idle',
      note: 'gateway 133 MiB',
      unit: 'MiB',
      better: /** @type {const} */ ('less'),
      ours: 133,
      target: 200,
    };
    const [, , row] = table([{ ...memory, holds: true }]).split('\n');
    expect(row).toBe('| idle (gateway 133 MiB) | 133 MiB | – | – | ≤ 200 MiB | yes | – |');
  });

  it('shows the CPU of both sides', () => {
    const [, , row] = table([result({ cpu: { ours: { gateway: 310 }, baseline: { nginx: 15 } } })]).split(
      '\n',
    );
    expect(row).toMatch(/\| gateway 310 \/ nginx 15\.0 \|$/);
  });
});

describe('shares of CPU', () => {
  it('begin with the largest and leave out what hardly counts', () => {
    expect(cpuShares({ nats: 40, gateway: 310, identity: 0.5 })).toBe('gateway 310, nats 40.0');
    expect(cpuShares({ nginx: 0 })).toBe('');
    expect(cpuShares({})).toBe('');
  });
});

describe('the page', () => {
  it('has a section for each group, and names what is missed', () => {
    const text = page(
      [result(), result({ group: 'git', name: 'push', holds: false })],
      ['2 cores', 'Node v20'],
    );
    expect(text).toMatch(/^## Branches, against nginx/m);
    expect(text).toMatch(/^## git, against/m);
    expect(text).toMatch(/^- 2 cores$/m);
    expect(text).toMatch(/^1 of 2 targets missed: git:push\.$/m);
  });

  it('keeps its rows where some are measured again, which stand behind it once', () => {
    const again = pageSection('measured again');
    const whole = page([result()], ['2 cores']);
    const first = again.put(whole, againSection([result({ title: 'again' })], ['3 cores']));
    const second = again.put(first, againSection([result({ title: 'once more' })], ['4 cores']));
    expect(second.startsWith(whole.trimEnd())).toBe(true);
    expect(second).toMatch(/^- 4 cores$/m);
    expect([second.includes('once more'), second.includes('| again |')]).toEqual([true, false]);
    expect(again.put(second, '')).toBe(`${whole.trimEnd()}\n`);
  });

  it('says that all targets hold when they do', () => {
    expect(conclusion([result(), result({ holds: undefined })])).toBe('All 1 targets hold.');
  });
});
