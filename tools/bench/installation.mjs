import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { knownAccess } from '../system/access.mjs';
import { layout } from '../system/paths.mjs';
import { livingProcess } from '../system/pid-files.mjs';
import { parsed } from '../system/private-files.mjs';
import { freePort, knownPorts } from '../system/ports.mjs';
import { superuser } from '../system/postgres.mjs';
import { roleOf } from '../system/provision.mjs';
import { databasePassword } from '../system/credentials.mjs';
import { loadSecrets } from '../system/secrets.mjs';

const tools = join(import.meta.dirname, '..');

/** A throwaway installation of this checkout, on a port and in a directory of its own. */
export class Installation {
  port = 0;
  project = 'bench';
  company = '';
  login = '';
  password = '';
  api_url = '';
  authorization = '';
  /** @type {NodeJS.ProcessEnv | undefined} */
  environment;
  /**
   * Further processes of parts that a scenario has started, by name.
   * @type {Record<string, number>}
   */
  replicas = {};

  /** @param {string} home */
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
      HOLDFAST_SSH_PORT: String(await freePort()),
    };
    this.command('up', '--detach');
    const access = knownAccess(layout(this.home).access);
    if (!access) throw new Error(`${this.home} has no access.json`);
    Object.assign(this, access);
    this.authorization = await this.logIn(access);
    await this.api('POST', '/projects', { id: this.project, name: 'Bench' });
  }

  /**
   * Logs an account in; answers the value of its Authorization header.
   * @param {{ company: string, login: string, password: string }} account
   */
  async logIn({ company, login, password }) {
    const session = await this.api('POST', '/account/sessions', { company, login, password }, null);
    return `svc.company_key="${session.company_key}",account_key="${session.account_key}"`;
  }

  /** The headers of a request to the JSON API. */
  get headers() {
    return { Authorization: this.authorization, Accept: 'application/vnd.svc.v1' };
  }

  /**
   * Runs one of the operator's commands, which must succeed; answers its output.
   * @param {string} name
   * @param {string[]} args
   */
  command(name, ...args) {
    const { status, stderr, stdout } = spawnSync(join(tools, name), args, {
      env: this.environment,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`tools/${name} ${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  }

  stop() {
    if (this.environment) this.command('down');
  }

  /**
   * One request to the JSON API; an error is thrown.
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @param {string | null} [authorization] null for none, the administrator's by default
   * @returns {Promise<Record<string, string>>} the texts of the answer
   */
  async api(method, path, body, authorization = this.authorization) {
    const response = await fetch(`${this.api_url}${path}`, {
      method,
      headers: {
        accept: 'application/vnd.svc.v1',
        ...(authorization && { authorization }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return /** @type {Record<string, string>} */ (parsed(text));
  }

  /**
   * Makes a repository; answers its path in the API and its address with and without credentials.
   * @param {string} id
   */
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

  /** The first process of each part, and those that were started besides, by name. @returns {Record<string, number>} */
  parts() {
    const run = join(this.home, 'run');
    /** @type {Record<string, number>} */
    const supervised = Object.fromEntries(
      readdirSync(run)
        .filter((file) => file.endsWith('.pid') && file !== 'supervisor.pid')
        .map((file) => [file.slice(0, -4), livingProcess(join(run, file))?.pid ?? 0]),
    );
    return { ...supervised, ...this.replicas };
  }

  /**
   * A connection to the database: as its superuser, or as a service with that service's schema.
   * @param {string} [service]
   */
  async database(service) {
    const home = layout(this.home);
    const user = service ? roleOf('holdfast', service) : superuser;
    const client = new pg.Client({
      ...{ host: '127.0.0.1', port: knownPorts(home.ports).postgres, database: 'holdfast', user },
      password: service ? databasePassword(home, service) : loadSecrets(home.secrets).superuser,
    });
    await client.connect();
    return client;
  }

  /** The lines that the database has written to the log so far. */
  databaseLog() {
    return readFileSync(layout(this.home).logFile, 'utf8')
      .split('\n')
      .flatMap((line) => / postgres +\| (.*)$/.exec(line)?.slice(1) ?? []);
  }
}
