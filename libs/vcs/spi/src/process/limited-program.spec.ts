import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChildProcesses } from './child-processes.js';
import { limited, withShortFiles } from './limited-program.js';

describe('a program with a limit', () => {
  const environment = { PATH: '/usr/bin:/bin' };
  const children = new ChildProcesses(join(tmpdir(), `limited-${process.pid}`));

  it('gets its words and its environment as they are, and so does what it starts get the limit', async () => {
    const call = {
      program: 'sh',
      args: ['-c', 'ulimit -d; echo "$1|$OWN"; sh -c "ulimit -d"', 'x', 'a  "b" $c'],
      environment: { PATH: '/usr/bin:/bin', OWN: 'own' },
    };
    const { stdout, code } = await children.run(limited(call, 64 << 20));
    expect([stdout.split('\n'), code]).toEqual([['65536', 'a  "b" $c|own', '65536', ''], 0]);
  });

  it('leaves no image of its memory, whatever whoever starts it allows', async () => {
    const limits = limited({ program: 'sh', args: ['-c', 'ulimit -c'], environment }, 64 << 20);
    const allowing = {
      ...limits,
      args: ['-c', 'ulimit -c unlimited; exec "$@"', '-', limits.program, ...limits.args],
    };
    expect((await children.run(allowing)).stdout).toBe('0\n');
  });

  it('on files writes none that is longer', async () => {
    const call = {
      program: 'sh',
      args: ['-c', 'ulimit -f; echo "$1|$OWN"', 'x', 'a  "b" $c'],
      environment: { PATH: '/usr/bin:/bin', OWN: 'own' },
      directory: tmpdir(),
    };
    const short = withShortFiles(call, 1 << 20);
    expect(short).toMatchObject({ environment: call.environment, directory: call.directory });
    const { stdout, code } = await children.run(short);
    expect([stdout.split('\n'), code]).toEqual([['2048', 'a  "b" $c|own', ''], 0]);
  });

  it('that is not there is none', async () => {
    const call = { program: 'no-such-program', args: [], environment };
    expect((await children.run(limited(call, 64 << 20))).code).toBe(127);
  });
});
