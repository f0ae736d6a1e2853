import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { scratch } from '../scratch.js';
import { clientPrograms } from '../system.js';
import type { Person } from '../world.js';
import type { Call } from './printed.js';
import { onPath, run, type Ended } from './program.js';
import type { SshClient } from './ssh.js';

/** Where setup puts it as an ordinary user. */
const own = join(clientPrograms, 'subversion', 'bin');

/** Whether this machine has the stock client. */
export const hasSvn = onPath('svn') || existsSync(join(own, 'svn'));

/** What its programs are started with. */
export const svnEnvironment = { PATH: `${own}:${process.env.PATH}`, LC_ALL: 'C.UTF-8' };

/** A program of it that looks at a repository on this machine. */
export const runSvn = (program: string, args: readonly string[], cwd = '/'): Promise<Ended> =>
  run(program, args, { cwd, env: svnEnvironment });

/** A person with the stock client, over HTTP or with a key. */
export class SvnClient {
  private constructor(
    readonly directory: string,
    private readonly words: readonly string[],
    private readonly env: Record<string, string>,
  ) {}

  static async of({ id, password }: Person): Promise<SvnClient> {
    return new SvnClient(await scratch(), ['--username', id, '--password', password], {});
  }

  /** `port`: of the address, which the stock client does not hand on. */
  static async overSsh(machine: SshClient, port: string): Promise<SvnClient> {
    return new SvnClient(await scratch(), [], { SVN_SSH: ['ssh', ...machine.options, '-p', port].join(' ') });
  }

  run(program: string, args: readonly string[], cwd = this.directory): Promise<Ended> {
    const call = this.call(program, args);
    return run(program, call.args, { cwd, env: call.env });
  }

  /** The program with all its words. */
  call(program: string, args: readonly string[]): Call {
    const quiet = ['--non-interactive', '--no-auth-cache', '--config-dir', join(this.directory, 'config')];
    const env = { ...svnEnvironment, ...this.env };
    return { program, args: [...args, ...quiet, ...this.words], cwd: this.directory, env };
  }

  /** What `svn` prints; it must succeed. */
  async must(args: readonly string[], cwd?: string): Promise<string> {
    const { status, output, stdout } = await this.run('svn', args, cwd);
    if (status !== 0) throw new Error(`svn ${args.join(' ')}: ${output}`);
    return stdout;
  }
}
