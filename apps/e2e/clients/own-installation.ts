import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { scratch } from '../scratch.js';
import { toolsDirectory } from '../system.js';
import { Person } from '../world.js';
import { freePort } from './free-port.js';
import { run, type Ended } from './program.js';

/** An installation of one scenario, which may be destroyed. */
export class OwnInstallation {
  private constructor(
    readonly home: string,
    readonly env: Record<string, string>,
  ) {}

  /** `env`: settings that all its commands get; `at`: where it lies. */
  static async make(env: Record<string, string> = {}, at?: string): Promise<OwnInstallation> {
    const home = at ?? join(await scratch(), 'home');
    const ports = { HOLDFAST_PORT: String(await freePort()), HOLDFAST_SSH_PORT: String(await freePort()) };
    return new OwnInstallation(home, { HOLDFAST_HOME: home, ...ports, ...env });
  }

  /** Runs one of the commands in `tools/`. */
  run(name: 'up' | 'down' | 'holdfast', ...args: string[]): Promise<Ended> {
    const options = { cwd: toolsDirectory, env: this.env, timeout: 280_000 };
    return run(join(toolsDirectory, name), args, options);
  }

  /** The same, and it must succeed; answers what it printed. */
  async must(name: 'up' | 'down' | 'holdfast', ...args: string[]): Promise<string> {
    const { status, output, stdout } = await this.run(name, ...args);
    if (status !== 0) throw new Error(`tools/${name} ${args.join(' ')}: ${output}`);
    return stdout;
  }

  /** All that it has written is gone. */
  async destroy(): Promise<void> {
    await this.must('down');
    await rm(this.home, { recursive: true });
  }

  /** A new session of its first admin. */
  login(): Promise<Person> {
    const { company, login, password, api_url } = this.access;
    return Person.login(company, login, password, api_url);
  }

  /** How it is reached by whoever tries it. */
  async onTrial(): Promise<{
    admin: Person;
    site: string;
    operate: (...words: string[]) => Promise<string>;
  }> {
    const operate = (...words: string[]) => this.must('holdfast', ...words);
    return { admin: await this.login(), site: this.access.site_url, operate };
  }

  private get access(): Record<'site_url' | 'api_url' | 'company' | 'login' | 'password', string> {
    return JSON.parse(readFileSync(join(this.home, 'access.json'), 'utf8')) as OwnInstallation['access'];
  }
}
