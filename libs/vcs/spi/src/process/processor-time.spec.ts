import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { processorTime } from './processor-time.js';

/** A program without end, which has said that it runs. */
const begun = async (script: string) => {
  const child = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
  await once(child.stdout, 'data');
  return child;
};

// Only Linux says what a program has used; elsewhere `tools/test` counts it as skipped, which CI takes for a failure.
(process.platform === 'linux' ? describe : describe.skip)('the time of a program', () => {
  it('is that of what it has started as well, and of what has ended', async () => {
    const work = 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done';
    for (const script of [`sh -c '${work}; echo; read x'`, `sh -c '${work}'; echo; read x`]) {
      const child = await begun(script);
      expect(processorTime(child)).toBeGreaterThanOrEqual(10);
      child.stdin.end();
    }
  });

  it('does not pass while it waits', async () => {
    const child = await begun('echo; read x');
    expect(processorTime(child)).toBeLessThan(1_000);
    child.stdin.end();
    await once(child, 'close');
    expect(processorTime(child)).toBeUndefined();
  });
});
