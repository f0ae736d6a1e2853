import { atOnce } from '@holdfast/artifact-spi';
import { newestVersions } from './snapshot-versions.js';

const words = Array.from({ length: 100 }, (_, at) => String(at % 10));
const rest = `-${words.join('.')}`;
const named = words.slice(1).map((_, at) => ({
  classifier: words.slice(0, at + 1).join('.'),
  extension: words.slice(at + 1).join('.'),
}));
const files = Array.from({ length: 2_000 }, (_, at) => ({
  name: `v-1-20260102.030405-${at + 1}${rest}`,
  modified: new Date('2026-03-04T05:06:07Z'),
}));

// One upload of metadata named all that a name with a hundred dots could be, and each file of that name was looked at a
// hundred times: an index of 2,000 files took seconds instead of hundredths of one.
describe('the index of a SNAPSHOT version whose files have names of many variants', () => {
  it('costs hardly more than one without them, and has all of them', () => {
    const { result, steps } = atOnce(newestVersions('org/var/v/1-SNAPSHOT', files, named));
    expect(result).toHaveLength(named.length);
    expect(result.every(({ value }) => value === '1-20260102.030405-2000')).toBe(true);
    const plain = atOnce(newestVersions('org/var/v/1-SNAPSHOT', files, []));
    expect(plain.result).toHaveLength(1);
    expect(steps).toBeLessThan(plain.steps + 5);
  });
});
