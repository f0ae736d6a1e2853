import { FaultLines } from './fault-lines.js';

describe('what is found wrong with a repository', () => {
  it('is told without the place of the repository', () => {
    const faults = new FaultLines('/data/one');
    faults.add('  /data/one/objects/ab is broken, as is /data/one/refs ');
    faults.add('/data/one is no repository');
    expect(faults.all).toEqual({
      lines: ['objects/ab is broken, as is refs', '. is no repository'],
      count: 2,
    });
  });

  it('is counted where it is too much to keep', () => {
    const faults = new FaultLines('/data/one');
    for (let at = 0; at < 99; at += 1) faults.add(`line ${at}`);
    faults.add('the last');
    faults.more(' of those that are kept');
    faults.add('one more');
    faults.more('is kept no more');
    const { lines, count } = faults.all;
    expect([lines.length, lines.at(0), lines.at(-1), count]).toEqual([
      ...[100, 'line 0', 'the last of those that are kept', 101],
    ]);
  });

  it('may have lines that go on', () => {
    const faults = new FaultLines('/data/one');
    faults.more('nothing was said before');
    expect(faults.all).toEqual({ lines: [], count: 0 });
    faults.add('broken:');
    faults.more('  the index ');
    expect(faults.all).toEqual({ lines: ['broken: the index'], count: 1 });
  });

  it('have nothing that no database stores', () => {
    const faults = new FaultLines('/data/x');
    faults.add('a\0b is damaged');
    expect(faults.all.lines).toEqual(['a\ufffdb is damaged']);
  });
});
