import { mkdtemp } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { run } from './program.js';
import { Person } from '../world.js';

/** An installation whose code changes: each command of it belongs to one tree. */
export class Installation {
  private constructor(private readonly env: Record<string, string>) {}

  /** A setting for the next start. */
  set(name: string, value: string): void {
    this.env[name] = value;
  }

  /** What its processes have printed. */
  get log(): string {
    return readFileSync(join(this.env.HOLDFAST_HOME, 'log/holdfast.log'), 'utf8');
  }

  static async make(): Promise<Installation> {
    return new Installation({
      HOLDFAST_HOME: await mkdtemp(join(tmpdir(), 'upgrade-')),
      HOLDFAST_PORT: String(await freePort()),
      HOLDFAST_SSH_PORT: String(await freePort()),
    });
  }

  /** Runs one of the tree's commands, and answers what it printed. */
  async command(tree: string, name: 'up' | 'down' | 'holdfast', ...args: string[]): Promise<string> {
    const options = { cwd: tree, env: this.env, timeout: 280_000 };
    const { status, output, stdout } = await run(join(tree, 'tools', name), args, options);
    if (status !== 0) throw new Error(`${tree}/tools/${name} ${args.join(' ')}: ${output}`);
    return stdout;
  }

  /** What the operator finds in access.json. */
  get access(): { api_url: string; site_url: string; company: string; login: string; password: string } {
    return JSON.parse(
      readFileSync(join(this.env.HOLDFAST_HOME, 'access.json'), 'utf8'),
    ) as Installation['access'];
  }

  /** A new session of somebody; the first admin's without a name. */
  login(
    id = this.access.login,
    password = this.access.password,
    company = this.access.company,
  ): Promise<Person> {
    return Person.login(company, id, password, this.access.api_url);
  }
}
