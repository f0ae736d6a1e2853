import { spawn, type ChildProcess } from 'node:child_process';
import type { GitProcesses } from '../process/git-processes.js';
import { ChangeQuestions } from './change-questions.js';
import { failureOf, outputOf } from './command-output.js';

// Of trees of 20,000 levels git ends by a signal, without a word: that was 503, "try again", for good.
describe('git that ends because its stack is too small', () => {
  const children: ChildProcess[] = [];
  const ending = (signal: string): GitProcesses =>
    ({
      start: () => {
        const child = spawn('sh', ['-c', `kill -${signal} $$`]);
        children.push(child);
        return child;
      },
      end: (child: ChildProcess) => child.kill(),
    }) as unknown as GitProcesses;
  const { signal: unended } = new AbortController();
  const command = { command: 'diff-tree' as const, directory: '/', flags: [] };

  it.each([
    ['SEGV', 'too_large'],
    ['BUS', 'too_large'],
    ['KILL', 'unavailable'],
  ])('is told what is too large, by other signals that it may be asked again (%s)', async (signal, code) => {
    const end = await outputOf(ending(signal), command, unended, () => true);
    expect(end.whole).toBe(false);
    expect(failureOf(end, 'it failed')).toMatchObject({ code });
    const asked = { directory: '/', path: '', wanted: new Set<string>() };
    const questions = new ChangeQuestions(ending(signal), asked, unended);
    await expect(questions.ask([['a', 'b']])).rejects.toMatchObject({ code });
  });
});
