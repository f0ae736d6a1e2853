import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Complaint } from './complaint.mjs';
import { messageOf } from './failure.mjs';
import { Liveness } from './liveness.mjs';
import { readable } from './log.mjs';
import { endProcess, writePidFile } from './pid-files.mjs';
import { identify, isAlive, signal } from './process-identity.mjs';
import { RestartDelay } from './restart-delay.mjs';
import { lowerSession } from './session-priority.mjs';

const attemptsToStart = 6;

/** @import { Identity } from './process-identity.mjs' */

/**
 * @typedef {object} PartOptions
 * @property {string} name
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} env
 * @property {string} cwd
 * @property {(line: string) => void} log
 * @property {string} pidFile
 * @property {RegExp} [readyWhen] the line that says that it works
 * @property {RegExp} [quietWhen] lines kept for a failure's report but not logged once it has started
 * @property {() => void} [prepare] runs before every start
 * @property {number} [nice] the priority of its session, below the others'; where it answers, once it does
 * @property {() => Promise<void>} [beforeRestart] what is waited for before it is started again
 * @property {import('./liveness.mjs').Patience} [answers] it answers when it is asked whether it works; replaced when
 * it does not
 * @property {{ uid?: number, gid?: number }} [credentials]
 * @property {NodeJS.Signals} [stopSignal]
 * @property {number} [patience] milliseconds that it has to stop by itself
 */

/**
 * One supervised program: started in a session of its own (so that a Ctrl-C reaches only us), its lines passed
 * to `log(line)`, started again with growing delays when it dies, stopped with its children.
 *
 * Emits `exit` each time the program ends.
 */
export class Part extends EventEmitter {
  #options;
  #lower;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #process;
  /** @type {Identity | undefined} */
  #identity;
  /** @type {Liveness | undefined} */
  #liveness;
  #stopping = false;
  #restart = new RestartDelay();
  /**
   * When it began to work; undefined until it says so, where it does.
   * @type {number | undefined}
   */
  #healthySince;
  #deaths = 0;
  #ready = false;
  #migrating = false;
  /** @type {string[]} */
  #last = [];

  /** @param {PartOptions} options @param {(pid: number, nice: number) => Promise<void>} [lower] */
  constructor(options, lower = lowerSession) {
    super();
    this.#options = options;
    this.#lower = lower;
  }

  get name() {
    return this.#options.name;
  }

  /** Whether it says that it brings its database up to date, or waits for another process that does. */
  get isMigrating() {
    return this.#migrating;
  }

  start() {
    const { prepare, command, args, env, cwd, credentials = {}, pidFile, nice, answers } = this.#options;
    prepare?.();
    this.#last = [];
    this.#migrating = false;
    this.#healthySince = this.#options.readyWhen ? undefined : Date.now();
    const child = spawn(command, args, {
      env,
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', ...(answers ? /** @type {const} */ (['ipc']) : [])],
      ...credentials,
    });
    this.#process = child;
    child.once('close', (code, signal) => void this.#ended(code, signal));
    child.on('message', (word) => {
      if (typeof word === 'object' && 'migrating' in word) this.#migrating = word.migrating === true;
    });
    child.once('error', (error) => this.#take(`cannot start ${command}: ${error.message}`));
    if (nice) this.#lowerOnceItWorks(child, nice);
    this.#identity = child.pid ? identify(child.pid) : undefined;
    if (this.#identity) this.#remember(pidFile, this.#identity);
    if (answers) this.#watch(new Liveness(child, answers, () => this.#replace(answers)));
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', (line) => this.#take(line));
  }

  /**
   * One that answers is lowered with its first answer, to the question 1: behind all others its start would take long.
   * @param {import('node:child_process').ChildProcess} child
   * @param {number} nice
   */
  #lowerOnceItWorks(child, nice) {
    const lower = () => void (child.pid && this.#lower(child.pid, nice));
    if (this.#options.answers) child.on('message', (word) => word === 1 && lower());
    else lower();
  }

  /** @param {string} pidFile @param {Identity} identity */
  #remember(pidFile, identity) {
    try {
      writePidFile(pidFile, identity);
    } catch (error) {
      this.#take(`cannot write ${pidFile}: ${messageOf(error)}`); // it works without, until the supervisor is killed
    }
  }

  /** @param {Liveness} liveness */
  #watch(liveness) {
    this.#liveness = liveness;
    liveness.begin();
  }

  /** It hangs, and would not end if it was asked to. @param {import('./liveness.mjs').Patience} patience */
  #replace({ every, most }) {
    const identity = this.#identity;
    if (this.#stopping || !isAlive(identity)) return;
    this.#options.log(`has not answered for ${(every * most) / 1000} s; it is replaced`);
    signal(identity.pid, 'SIGKILL');
  }

  /** @param {string} line */
  #take(line) {
    this.#last = [...this.#last, line].slice(-20);
    const { readyWhen, quietWhen, log } = this.#options;
    if (!quietWhen?.test(line)) log(line);
    if (!this.#ready && readyWhen?.test(line)) {
      this.#ready = true;
      this.#healthySince = Date.now();
      this.emit('ready');
    }
  }

  /** @param {number | null} code @param {NodeJS.Signals | null} signal */
  async #ended(code, signal) {
    const identity = this.#identity;
    this.#process = undefined;
    this.#liveness?.end();
    this.#ready = this.#migrating = false;
    void this.#unlessFailed(() => rmSync(this.#options.pidFile, { force: true }));
    const delay = this.#restart.after(Date.now() - (this.#healthySince ?? Date.now()));
    if (!this.#stopping) {
      this.#deaths += 1;
      this.#options.log(`ended with ${signal ?? `status ${code}`}; starting again in ${delay / 1000} s`);
    }
    this.emit('exit');
    if (!this.#stopping) await this.#startAgain(identity, delay);
  }

  /**
   * What keeps it from starting now, too little memory for example, may be over a while later: nobody else would try.
   * @param {Identity | undefined} identity of the one that has ended
   * @param {number} delay
   */
  async #startAgain(identity, delay) {
    await this.#unlessFailed(() => endProcess(identity));
    for (let wait = delay; ; wait = this.#restart.after(0)) {
      await sleep(wait);
      const isDone = await this.#unlessFailed(async () => {
        await this.#options.beforeRestart?.();
        if (!this.#stopping) this.start();
        return true;
      });
      if (isDone || this.#stopping) return;
    }
  }

  /**
   * Answers nothing where it fails, and logs why.
   * @template T
   * @param {() => T | Promise<T>} work
   */
  async #unlessFailed(work) {
    try {
      return await work();
    } catch (error) {
      this.#options.log(`something failed before its next start: ${messageOf(error)}`);
      return undefined;
    }
  }

  /**
   * Resolves once the program has said that it is ready; rejects when it keeps dying or takes too long.
   * @param {number} milliseconds
   */
  async whenReady(milliseconds) {
    const deadline = AbortSignal.timeout(milliseconds);
    while (!this.#ready) {
      this.refuseIfHopeless();
      if (this.#stopping) throw new Complaint(`${this.name} was stopped`);
      try {
        await Promise.race([
          once(this, 'ready', { signal: deadline }),
          once(this, 'exit', { signal: deadline }),
        ]);
      } catch {
        throw new Complaint(`${this.name} is not ready after ${milliseconds / 1000} s\n${this.report()}`);
      }
    }
  }

  /** Throws when the program has died so often that waiting for it makes no sense. */
  refuseIfHopeless() {
    if (this.#deaths >= attemptsToStart)
      throw new Complaint(`${this.name} does not start, it ended ${this.#deaths} times\n${this.report()}`);
  }

  /** The newest lines of the program's last run, for people. */
  report() {
    return this.#last.map((line) => `  ${this.name} | ${readable(line)}`).join('\n');
  }

  /** Stops the program for good, and what it started. */
  async stop() {
    this.#stopping = true;
    this.#liveness?.end();
    const { stopSignal = 'SIGTERM', patience = 10_000 } = this.#options;
    const running = this.#process;
    const closed = running && once(running, 'close');
    await endProcess(this.#identity, { polite: stopSignal, patience });
    // A stranger that inherited the output could keep it open.
    await Promise.race([closed, sleep(2_000, undefined, { ref: false })]);
  }
}
