import { isWellFormedText } from '@holdfast/kernel';
import { FaultLines } from './fault-lines.js';

// No database stores half a character: what came of a verification was lost for one.
describe('the lines of faults', () => {
  it('have nothing that no database stores', () => {
    const faults = new FaultLines('/data/one');
    faults.add('a\0b \udcff of /data/one/x');
    faults.more('more\0 \ud83d in /data/one');
    faults.add('whole \u{1f600}');
    const { lines } = faults.all;
    expect(lines).toEqual(['a\ufffdb \ufffd of x more\ufffd \ufffd in .', 'whole \u{1f600}']);
    expect(lines.every(isWellFormedText)).toBe(true);
  });
});
