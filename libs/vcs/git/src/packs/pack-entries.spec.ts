import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chainOf } from '../slow-chain.fixture.js';
import { PackEntries } from './pack-entries.js';

const mebibyte = 1 << 20;

describe('the entries of a pack', () => {
  const directory = mkdtempSync(join(tmpdir(), 'pack-entries-'));
  const path = join(directory, 'pack');
  afterAll(() => rmSync(directory, { recursive: true }));

  it('are an object or a difference each, of the length that its head says', () => {
    const { pack, sizes } = chainOf(100, { depth: 10, slow: 30 });
    writeFileSync(path, pack);
    const entries = new PackEntries(path);
    for (const [at, size] of sizes.entries()) {
      const { isDifference, length } = entries.next(size);
      expect(isDifference).toBe(at % 10 !== 0);
      if (!isDifference) expect(length).toBe(mebibyte);
      else if (at < 70) expect(length).toBeLessThan(100);
      else expect(length).toBeGreaterThan(3 * (mebibyte - 8));
      expect(entries.isAtEnd).toBe(at === sizes.length - 1);
    }
    entries.close();
  });

  it('end with an error where there is none any more', () => {
    writeFileSync(path, chainOf(1).pack.subarray(0, 12));
    const entries = new PackEntries(path);
    expect(() => entries.next(20)).toThrow('a pack ends within an entry');
    entries.close();
  });
});
