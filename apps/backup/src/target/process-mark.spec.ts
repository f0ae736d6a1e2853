import { isDead, thisProcess } from './process-mark.js';

describe('a process that has left a lock', () => {
  const own = { host: 'here', machine: 'm', pid: 1, boot: 'b', start: '5' };

  it('lives as long as the system knows it', () => {
    expect(isDead(thisProcess())).toBe(false);
    // Its pid is somebody else's by now, or nobody's.
    expect(isDead({ ...thisProcess(), pid: process.ppid })).toBe(thisProcess().start !== undefined);
    expect(isDead({ ...thisProcess(), pid: 2 ** 22 + 1 })).toBe(true);
  });

  it('is dead where the machine was started again, whoever has its pid now', () => {
    expect(isDead({ ...own, boot: 'before', pid: process.ppid }, own)).toBe(true);
  });

  it('may live where it is of another machine, also one of the same name', () => {
    expect(isDead({ ...own, host: 'there' }, own)).toBe(false);
    expect(isDead({ ...own, boot: 'another', machine: 'n' }, own)).toBe(false);
    const unnamed = { host: 'here', pid: 2 ** 22 + 1, boot: 'b', start: '5' };
    expect(isDead({ ...unnamed, boot: 'another' }, unnamed)).toBe(false);
  });

  it('is looked for by its pid where nothing else was noted', () => {
    const { host, pid } = thisProcess();
    const bare = { host, pid };
    expect(isDead({ ...bare, pid: process.ppid }, bare)).toBe(false);
    expect(isDead({ ...bare, pid: 2 ** 22 + 1 }, bare)).toBe(true);
    expect(isDead(bare, bare)).toBe(true);
  });
});
