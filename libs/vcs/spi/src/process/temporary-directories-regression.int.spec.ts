import { existsSync, mkdtempSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChildProcesses } from './child-processes.js';
import { claimState } from './orphans.js';

describe('what programs write for a while', () => {
  let state: string;
  let children: ChildProcesses;
  beforeEach(() => {
    state = mkdtempSync(join(tmpdir(), 'temporary-'));
    children = new ChildProcesses(state);
  });
  afterEach(async () => {
    await children.stop();
    await rm(state, { recursive: true });
  });

  const temporary = () => readdir(join(state, 'temporary'));
  const environment = { PATH: '/usr/bin:/bin', TMPDIR: '/tmp' };

  it('lies in a directory of each, below that of their engine, and goes with them', async () => {
    const call = { program: 'sh', args: ['-c', 'echo x > $TMPDIR/x; echo "$TMPDIR"'], environment };
    const said = await Promise.all([children.run(call), children.run(call)]);
    const [one, other] = said.map(({ stdout }) => stdout.trim());
    expect(one).not.toBe(other);
    expect([one, other].map((each) => each.startsWith(`${state}/temporary/`))).toEqual([true, true]);
    await children.stop();
    expect(await temporary()).toEqual([]);
  });

  it('goes also with those that are killed', async () => {
    const child = children.start(
      { program: 'sh', args: ['-c', 'echo x > $TMPDIR/x; exec sleep 60'], environment },
      'ignore',
    );
    while (!existsSync(join(state, 'temporary', (await temporary())[0] ?? '-', 'x')))
      await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    await children.stop();
    expect(await temporary()).toEqual([]);
  });

  it('goes at the start where an engine was killed before it could remove it', async () => {
    await mkdir(join(state, 'temporary/1-1'), { recursive: true });
    await writeFile(join(state, 'temporary/1-1/svn-abc'), 'x');
    await claimState(state);
    expect(existsSync(join(state, 'temporary'))).toBe(false);
  });
});
