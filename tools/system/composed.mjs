// An installation by deploy/compose.yaml, as docs/guides/images.md says it, in containers and volumes of its own.
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Complaint } from './complaint.mjs';
import { checkout } from './paths.mjs';
import { freePort } from './ports.mjs';
import { perform } from './setup/execute.mjs';

/** @import { ContainerPrograms } from './setup/container-programs.mjs' */

/** The tag of all images that are tried. */
export const triedTag = 'tried';

/** Until all parts are there (ms): the database is made, and eight containers start. */
const patience = 180_000;

/** @param {string} file @param {string[]} args @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options] */
export const must = async (file, args, options) => {
  const { ok, output } = await perform(file, args, options);
  if (!ok) throw new Complaint(`${[file, ...args].join(' ')}\n${output}`);
  return output;
};

export class Composed {
  #programs;
  #directory;
  #project = `holdfast-${triedTag}-${process.pid}`;
  siteUrl = '';

  /** @param {ContainerPrograms} programs @param {string} directory of its own */
  constructor(programs, directory) {
    this.#programs = programs;
    this.#directory = directory;
    mkdirSync(directory, { recursive: true });
    for (const name of ['compose.yaml', 'compose'])
      cpSync(join(checkout, 'deploy', name), join(directory, name), { recursive: true });
  }

  /** Writes its settings and the key of its backups, and starts it. */
  async install() {
    const { engine, images } = this.#programs;
    const [port, sshPort] = [await freePort(), await freePort()];
    this.siteUrl = `http://127.0.0.1:${port}`;
    const settings = {
      HOLDFAST_SECRET: randomBytes(32).toString('hex'),
      POSTGRES_PASSWORD: randomBytes(16).toString('hex'),
      HOLDFAST_IMAGES: images,
      HOLDFAST_TAG: triedTag,
      HOLDFAST_PORT: port,
      HOLDFAST_SSH_PORT: sshPort,
      HOLDFAST_SITE_URL: this.siteUrl,
      POSTGRES_IMAGE: process.env.POSTGRES_IMAGE ?? `${images}/postgres:${triedTag}`,
      NATS_IMAGE: process.env.NATS_IMAGE ?? `${images}/nats:${triedTag}`,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(this.#directory, '.env'), lines.join(''), { mode: 0o600 });
    const key = join(this.#directory, 'backup.key');
    writeFileSync(key, await must(engine, ['run', '--rm', `${images}/backup:${triedTag}`, 'key']));
    // For the user of the images; the directory is private.
    chmodSync(key, 0o444);
    await this.start();
  }

  /** Starts what is not running, and waits until the gateway says that no part is down. */
  async start() {
    await this.compose('up', '-d');
    await this.#untilReady();
  }

  /** @param {string[]} args what compose is told; answers what it said */
  compose(...args) {
    const [program, ...first] = this.#programs.compose;
    return must(program, [...first, '-p', this.#project, ...args], { cwd: this.#directory });
  }

  /**
   * Runs a command of the installation in a container that is gone afterwards.
   * @param {'operator' | 'backup' | 'restore'} name
   * @param {string[]} args
   */
  run(name, ...args) {
    const profile = name === 'operator' ? name : 'backup';
    return this.compose('--profile', profile, 'run', '--rm', '-T', name, ...args);
  }

  /** The name of the container of a part. @param {string} part */
  container(part) {
    return [this.#project, part, '1'].join(this.#programs.joint);
  }

  /** Ends all, and removes containers, network and volumes. */
  async stop() {
    await this.compose('--profile', 'operator', '--profile', 'backup', 'down', '--volumes');
  }

  async #untilReady() {
    for (const end = Date.now() + patience; ; await sleep(500)) {
      const said = await fetch(`${this.siteUrl}/health/ready`).then(
        async (answer) => ({ ok: answer.ok, text: await answer.text() }),
        (/** @type {unknown} */ error) => ({ ok: false, text: String(error) }),
      );
      if (said.ok) return;
      if (Date.now() > end) throw new Complaint(`it is not ready: ${said.text}\n${await this.compose('ps')}`);
    }
  }
}
