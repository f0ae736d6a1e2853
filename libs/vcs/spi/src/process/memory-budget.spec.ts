import { jest } from '@jest/globals';
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
    const children = new ChildProcesses('budget');
    const call = { program: 'sleep', args: ['60'], environment: { PATH: '/usr/bin:/bin' } };
    const child = children.start(call, 'ignore');
    await new Promise<void>((resolve) =>
      new MemoryBudget(1).follow(child, { company: 'a', account: 'x' }, resolve),
    );
    await children.stop();
  });
});
