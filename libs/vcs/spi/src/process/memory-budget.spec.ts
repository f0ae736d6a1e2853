import { jest } from '@jest/globals';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { ChildProcesses } from './child-processes.js';
import { MemoryBudget } from './memory-budget.js';

describe('the memory of programs beside each other', () => {
  afterEach(() => void jest.useRealTimers());

  /** Programs as `company account size`; answers those that had to end after a while, in their order. */
  const ended = async (total: number, ...programs: string[]): Promise<string[]> => {
    jest.useFakeTimers();
    const sizes = new Map<ChildProcess, number>();
    const budget = new MemoryBudget(total, (child) => sizes.get(child) ?? 0);
    const gone: string[] = [];
    for (const program of programs) {
      const [company, account, size] = program.split(' ');
      const child = new EventEmitter() as ChildProcess;
      sizes.set(child, Number(size));
      budget.follow(child, { company, account }, () => gone.push(program));
    }
    await jest.advanceTimersByTimeAsync(5_000);
    return gone;
  };

  it('is left to them while there is enough', async () => {
    expect(await ended(100, 'a x 60', 'b y 40')).toEqual([]);
  });

  it('is taken from the largest of the account with the most, in the company with the most', async () => {
    expect(await ended(145, 'a x 90', 'b y 20', 'b z 30', 'b z 50')).toEqual(['b z 50']);
    expect(await ended(100, 'a x 30', 'a y 20', 'a y 20', 'b z 45')).toEqual(['a y 20']);
  });

  it('is taken from as many as it needs, each once', async () => {
    expect(await ended(100, 'a x 60', 'a x 61', 'a x 62', 'b y 30')).toEqual(['a x 62', 'a x 61']);
  });

  it('is what the system says, until a program has ended', async () => {
    const children = new ChildProcesses(join(tmpdir(), `budget-${process.pid}`));
    const call = { program: 'sleep', args: ['60'], environment: { PATH: '/usr/bin:/bin' } };
    const child = children.start(call, 'ignore');
    await new Promise<void>((resolve) =>
      new MemoryBudget(1).follow(child, { company: 'a', account: 'x' }, resolve),
    );
    await children.stop();
  });

  it('is looked at as long as there are programs, and again when there are', async () => {
    jest.useFakeTimers();
    const budget = new MemoryBudget(10, () => 20);
    for (const over of ['exit', 'error']) {
      const [one, other] = [new EventEmitter() as ChildProcess, new EventEmitter() as ChildProcess];
      const end = jest.fn();
      budget.follow(one, { company: 'a', account: 'x' }, end);
      budget.follow(other, { company: 'a', account: 'x' }, jest.fn());
      expect(jest.getTimerCount()).toBe(1);
      other.emit(over);
      expect(jest.getTimerCount()).toBe(1);
      await jest.advanceTimersByTimeAsync(499);
      expect(end).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(1);
      expect(end).toHaveBeenCalledTimes(1);
      one.emit(over);
      expect(jest.getTimerCount()).toBe(0);
    }
  });

  // Only Linux says what a program has; elsewhere nobody has to end.
  (process.platform === 'linux' ? it : it.skip)('is read from the system in bytes', async () => {
    jest.useFakeTimers();
    const ended = async (total: number, pid: number | undefined): Promise<boolean> => {
      const child = Object.assign(new EventEmitter(), { pid }) as ChildProcess;
      const end = jest.fn();
      new MemoryBudget(total).follow(child, { company: 'a', account: 'x' }, end);
      await jest.advanceTimersByTimeAsync(1_000);
      child.emit('exit');
      return end.mock.calls.length > 0;
    };
    const { rss } = process.memoryUsage();
    expect([await ended(rss / 4, process.pid), await ended(rss * 4, process.pid)]).toEqual([true, false]);
    expect([await ended(1, undefined), await ended(1, 2 ** 30)]).toEqual([false, false]);
  });
});
