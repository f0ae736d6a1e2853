import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../system/ports.mjs';
import { memoryOf, processTree } from './processes.mjs';

const tools = join(import.meta.dirname, '..');

/** A throwaway installation of this checkout, on a port and in a directory of its own. */
export class Installation {
  constructor(home) {
    this.home = home;
  }

  async start() {
    this.port = await freePort();
    this.environment = {
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^(HOLDFAST_|DATABASE_URL|NATS_URL)/.test(name)),
      ),
      HOLDFAST_HOME: this.home,
      HOLDFAST_PORT: String(this.port),
      HOLDFAST_LOG_LEVEL: 'warn',
    };
    this.command('up', '--detach');
    Object.assign(this, JSON.parse(readFileSync(join(this.home, 'access.json'), 'utf8')));
    const session = await this.api('POST', '/account/sessions', {
      company: this.company,
      login: this.login,
      password: this.password,
    });
    this.authorization = `svc.company_key="${session.company_key}",account_key="${session.account_key}"`;
    this.project = 'bench';
    await this.api('POST', '/projects', { id: this.project, name: 'Bench' });
  }

  /** Runs one of the operator's commands; it must succeed. */
  command(name, ...args) {
    const { status, stderr, stdout } = spawnSync(join(tools, name), args, {
      env: this.environment,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`tools/${name} ${args.join(' ')}: ${stdout}${stderr}`);
  }

  async stop() {
    if (this.environment) this.command('down');
  }

  async api(method, path, body) {
    const response = await fetch(`${this.api_url ?? `http://127.0.0.1:${this.port}/api`}${path}`, {
      method,
      headers: {
        accept: 'application/vnd.svc.v1',
        ...(this.authorization && { authorization: this.authorization }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }

  /** Makes a repository; answers its path in the API and its address with and without credentials. */
  async repository(id, type = 'git') {
    const { http_url: url } = await this.api('POST', `/projects/${this.project}/repositories`, { id, type });
    const credentials = `${encodeURIComponent(this.login)}:${encodeURIComponent(this.password)}`;
    return {
      path: `/projects/${this.project}/repositories/${id}`,
      url,
      withCredentials: url.replace('://', `://${credentials}@`),
    };
  }

  get basic() {
    return `Basic ${Buffer.from(`${this.login}:${this.password}`).toString('base64')}`;
  }

  /** The processes of all parts by name, children included under their parent's name. */
  processes() {
    const run = join(this.home, 'run');
    return Object.fromEntries(
      readdirSync(run)
        .filter((file) => file.endsWith('.pid'))
        .map((file) => [
          file.slice(0, -4),
          processTree(JSON.parse(readFileSync(join(run, file), 'utf8')).pid),
        ]),
    );
  }

  /** Resident bytes of each process that is Node or the broker, by name; the database is not ours. */
  memory() {
    const found = {};
    for (const [part, pids] of Object.entries(this.processes())) {
      if (part === 'postgres' || part === 'supervisor') continue;
      for (const pid of pids) {
        const { name, resident } = memoryOf(pid, part);
        if (resident) found[name] = Math.max(found[name] ?? 0, resident);
      }
    }
    return found;
  }
}
