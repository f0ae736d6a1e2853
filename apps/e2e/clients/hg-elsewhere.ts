import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hgCommand } from './hg.js';
import { until } from './installation.js';

/** A repository as Mercurial's own server shows it to others over HTTP, without credentials. */
export class HgElsewhere {
  private constructor(
    readonly url: string,
    private readonly end: () => Promise<void>,
  ) {}

  static async open(directory: string): Promise<HgElsewhere> {
    const { python, program, env } = await hgCommand();
    const words = [program, '-R', directory, 'serve', '--address', '127.0.0.1', '--port', '0'];
    const child = spawn(python, words, { cwd: directory, env, stdio: 'pipe' });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(0, 10_000)));
    const closed = once(child, 'close');
    const end = async (): Promise<void> => {
      child.kill('SIGKILL');
      await closed;
    };
    const port = (): string | undefined => /bound to 127\.0\.0\.1:(\d+)\)/.exec(said)?.[1];
    await until(() => port() !== undefined || child.exitCode !== null, 60_000).catch(() => undefined);
    if (port() === undefined) {
      await end();
      throw new Error(`hg serve: ${said}`);
    }
    return new HgElsewhere(`http://127.0.0.1:${port()}/`, end);
  }

  stop(): Promise<void> {
    return this.end();
  }
}
