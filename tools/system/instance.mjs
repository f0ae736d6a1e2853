import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { operatorEnvironment, ensureAccess } from './access.mjs';
import { askedSettings } from './asked-settings.mjs';
import { Complaint } from './complaint.mjs';
import { whenReady } from './health.mjs';
import { usualPatience } from './liveness.mjs';
import { startBroker, startDatabase } from './infrastructure.mjs';
import { acquire } from './lock.mjs';
import { Part } from './part.mjs';
import { migrationsTold } from './migrations-told.mjs';
import { bundleOf, checkout, layout } from './paths.mjs';
import { endLeftovers, endProcess, livingProcess } from './pid-files.mjs';
import { refuseTaken, rememberedPorts } from './ports.mjs';
import { privateDirectory, writePrivateJson } from './private-files.mjs';
import { ensureCredentials } from './credentials.mjs';
import { loadSecrets } from './secrets.mjs';
import { environmentOf, isBuilt, serviceOf, services, nodeOptions } from './services.mjs';
import { nodesOf, programsOf } from './storage-nodes.mjs';

/** @import { LogFor } from './log.mjs' */
/** @import { Identity } from './process-identity.mjs' */
/** @import { Running } from './running.mjs' */
/** @import { Settings } from './settings.mjs' */
/** @typedef {Awaited<ReturnType<Instance['startInfrastructure']>>} Infrastructure */

const readyWithin = 60_000;
/** How often it is looked whether a stand-in has gone (ms). */
const looking = 250;

/** Says whether an instance of this home runs; there is at most one. */
export class AlreadyRunning extends Error {
  /** @param {Identity} holder */
  constructor(holder) {
    super(`runs already, pid ${holder.pid}`);
    this.holder = holder;
  }
}

/**
 * One running installation: it starts the parts, keeps them running, and stops them in the opposite order.
 * `logFor(part)` answers the function that takes that part's lines. `durable: false` takes from the database what makes
 * it outlive the machine; `tester` gives the broker a user `test` that may do all (`testUrl`); `tls`: files by which
 * our own database and broker speak TLS; `code`: where the directories of apps are, if not in this checkout.
 */
export class Instance {
  #settings;
  #logFor;
  #home;
  #durable;
  #tester;
  /** @type {import('./infrastructure.mjs').TlsFiles | undefined} */
  #tls;
  /** @type {string | undefined} */
  #code;
  /**
   * How tests reach what has been started, as somebody who may do all.
   * @type {{ adminUrl: string, testUrl?: string } | undefined}
   */
  forTests;
  /** @type {Part[]} */
  #parts = [];
  /** @type {(() => void) | undefined} */
  #lock;
  /** @type {Promise<void> | undefined} */
  #stopped;

  /**
   * @param {Settings} settings
   * @param {LogFor} logFor
   * @param {{ durable?: boolean, tester?: boolean, tls?: import('./infrastructure.mjs').TlsFiles | undefined,
   * code?: string | undefined }} [more]
   */
  constructor(settings, logFor, { durable = true, tester = false, tls, code } = {}) {
    this.#settings = settings;
    this.#logFor = logFor;
    this.#home = layout(settings.home);
    this.#durable = durable;
    this.#tester = tester;
    this.#tls = tls;
    this.#code = code;
  }

  /**
   * Becomes the one instance of its home, and ends what a killed predecessor left running. A home of which a restore
   * was cut off is for nobody but who is `restoring`.
   */
  async claim({ restoring = false } = {}) {
    if (!restoring && existsSync(this.#home.restoring))
      throw new Complaint(
        `A restore into ${this.#home.home} did not end: ${readFileSync(this.#home.restoring, 'utf8').trim()}`,
      );
    const { home, run, log, mail, data, pidFile } = this.#home;
    const owned = programsOf(this.#settings)
      .filter((service) => service.data)
      .map((service) => data(service.name));
    for (const directory of [home, run, log, mail, data('.'), ...owned]) privateDirectory(directory);
    const { holder, release } = await acquire(pidFile('supervisor'));
    if (holder) throw new AlreadyRunning(holder);
    this.#lock = release;
    rmSync(this.#home.instance, { force: true });
    await endLeftovers(run, this.#logFor('holdfast'));
  }

  /**
   * Starts database and broker; answers `{ databaseUrl, natsUrl, adminUrl }`. The address of the database is by
   * service; neither has a password, which a process finds in its credentials.
   */
  async startInfrastructure() {
    const settings = this.#settings;
    const secrets = loadSecrets(this.#home.secrets, settings.secret);
    privateDirectory(dirname(this.#home.credentials('')));
    ensureCredentials(this.#home);
    const ports = await rememberedPorts(this.#home.ports, ['postgres', 'nats']);
    const ground = {
      settings,
      home: this.#home,
      logFor: this.#logFor,
      begin: (/** @type {Part} */ part) => this.#begin(part),
    };
    const [database, broker] = await Promise.all([
      startDatabase(ground, {
        ...{ port: ports.postgres, password: secrets.superuser, durable: this.#durable, tls: this.#tls },
      }),
      startBroker(ground, { port: ports.nats, tester: this.#tester, tls: this.#tls }),
    ]);
    this.forTests = { adminUrl: database.adminUrl, testUrl: broker.testUrl };
    return { ...database, ...broker, secret: secrets.secret };
  }

  /** @param {Part} part */
  async #begin(part) {
    this.#launch(part);
    await part.whenReady(30_000);
  }

  /** @param {Part} part */
  #launch(part) {
    this.#refuseIfStopped();
    this.#parts.push(part);
    part.start();
  }

  #refuseIfStopped() {
    if (this.#stopped) throw new Complaint('Stopped before it was ready');
  }

  /**
   * Starts everything and waits until it is ready. Answers `{ access, isNew }` of the first company.
   * @param {(text: string) => void} [onWait] gets what takes long
   */
  async start(onWait) {
    await this.#refuseTakenDoor();
    const infrastructure = await this.startInfrastructure();
    const started = this.#startServices(infrastructure);
    const areMigrating = migrationsTold(started, (text) => {
      this.#logFor('holdfast')(text);
      onWait?.(text);
    });
    const problem = await whenReady(this.#settings.door, readyWithin, () => {
      this.#refuseIfStopped();
      for (const part of started) part.refuseIfHopeless();
      return areMigrating();
    });
    if (problem)
      throw new Complaint([problem, ...started.map((part) => part.report()).filter(Boolean)].join('\n'));
    const env = operatorEnvironment(this.#settings, infrastructure);
    const { databaseUrl, natsUrl } = this.#settings;
    /** @type {Running} */
    const running = {
      door: this.#settings.door,
      checkout,
      environment: env,
      services: Object.fromEntries(
        services.map((service) => [
          service.name,
          environmentOf(service, this.#settings, undefined, infrastructure),
        ]),
      ),
      nodes: nodesOf(this.#settings),
      embedded: { database: !databaseUrl, broker: !natsUrl },
      asked: askedSettings(this.#settings.environment),
      hasSecret: this.#settings.secret !== undefined,
    };
    writePrivateJson(this.#home.instance, running);
    const result = await ensureAccess(this.#settings, env);
    writePrivateJson(this.#home.instance, { ...running, ready: true });
    return result;
  }

  async #refuseTakenDoor() {
    const { host, port, sshHost, sshPort } = this.#settings;
    await refuseTaken(host, port, 'HOLDFAST_PORT');
    await refuseTaken(sshHost, sshPort, 'HOLDFAST_SSH_PORT');
  }

  /** @param {Infrastructure} infrastructure */
  #startServices(infrastructure) {
    const say = this.#logFor('holdfast');
    const parts = [];
    for (const service of programsOf(this.#settings)) {
      if (!isBuilt(service)) {
        say(`${service.name} is not built, left out`);
        continue;
      }
      const part = new Part({
        name: service.name,
        command: process.execPath,
        args: [...nodeOptions, bundleOf(serviceOf(service), this.#code)],
        env: environmentOf(service, this.#settings, infrastructure.secret, infrastructure),
        cwd: this.#settings.home,
        log: this.#logFor(service.name),
        pidFile: this.#home.pidFile(service.name),
        // Ten seconds more than transfers have.
        patience: 1_000 * Number(this.#settings.environment.HOLDFAST_DRAIN_SECONDS || 5) + 10_000,
        answers: usualPatience,
        nice: service.nice,
        beforeRestart: () => this.#standIn(service.name),
      });
      this.#launch(part);
      parts.push(part);
    }
    return parts;
  }

  /** Waits while `tools/dev` runs a service in our place, and ends what it leaves behind. @param {string} name */
  async #standIn(name) {
    const { standIn, pidFile } = this.#home;
    if (!livingProcess(standIn(name))) return;
    this.#logFor('holdfast')(`tools/dev stands in for ${name}`);
    while (livingProcess(standIn(name))) await sleep(looking, undefined, { ref: false });
    await endProcess(livingProcess(pidFile(`${name}.dev`)));
    for (const file of [standIn(name), pidFile(`${name}.dev`)]) rmSync(file, { force: true });
  }

  /** Stops what was started: the door first, the database last. Safe to call twice. */
  stop() {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  async #stopAll() {
    // Another one's, if it has the home.
    if (this.#lock) rmSync(this.#home.instance, { force: true });
    for (const part of this.#parts.reverse()) await part.stop();
    this.#lock?.();
  }
}
