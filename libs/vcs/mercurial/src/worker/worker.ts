import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { isRefusalCode, VcsRefusal } from '@holdfast/vcs-spi';
import {
  LocalEngine,
  ResidentProgram,
  type ChildProcesses,
  type RelayedRequest,
  type RelaySettings,
  type TransferClient,
} from '@holdfast/vcs-spi/engine';
import { gateSocket, type EnginePlace } from './engine-place.js';
import { Elsewhere } from './elsewhere.js';
import { RequestEnds } from './request-ends.js';

/** What a worker does at a time; each has threads for so many of each. */
export const shares = { fetch: 4, push: 4, content: 2, names: 2, reading: 4, writing: 2 } as const;
export type WorkSort = keyof typeof shares;

const sockets = 16;
/** How long it takes at most to say whether a request is worked on (ms). */
const telling = 2_000;
/** By this an answer says that the program had too little memory. */
const spentHeader = 'x-hf-spent';
/** By this the program knows a request again. */
const requestHeader = 'x-hf-request';
/** By this an answer says that a program of its own is to do it. */
const elsewhereHeader = 'x-hf-elsewhere';

/** What our program answers. */
interface Said {
  answer?: unknown;
  code?: unknown;
  message?: string;
  /** The program had too little memory for something, and is to be replaced. */
  spent?: boolean;
  /** A program of its own is to do it. */
  elsewhere?: boolean;
}

export interface WorkerSettings {
  /** No other has the same. */
  number: number;
  /** How long a request may go on that nobody waits for (ms). */
  left: number;
  /** Ends this process for one that does. */
  retire: (worker: Worker) => Promise<void>;
  /** It serves others beside a request: then it does not do what would hold them up, if that may be done elsewhere. */
  isShared: boolean;
}

/** One resident Python process, at a socket of its own. */
export class Worker {
  /** It has answered since its last start. */
  isReady = false;
  readonly program: ResidentProgram;
  /** The path of its socket, once the directory is there. */
  readonly address: () => string;
  private readonly transfers: LocalEngine;
  private readonly questions: LocalEngine;
  private readonly ends: RequestEnds;
  private readonly busy = new Map<WorkSort, number>();
  private readonly retire: () => Promise<void>;
  private readonly isShared: boolean;
  /** The run of the program that is being replaced. */
  private spentStart: number | undefined;

  constructor(
    children: ChildProcesses,
    place: EnginePlace,
    { number, left, retire, isShared }: WorkerSettings,
  ) {
    this.retire = () => retire(this);
    this.isShared = isShared;
    const name = `worker-${number}.sock`;
    this.address = () => place.sockets.path(name);
    const address = () => ({ socketPath: this.address() });
    this.transfers = new LocalEngine(address, sockets);
    this.questions = new LocalEngine(address, sockets);
    this.program = new ResidentProgram(children, {
      call: async () => {
        this.isReady = false;
        const call = await place.call('hf_web', name, gateSocket);
        await rm(this.address(), { force: true });
        return call;
      },
      probe: async () => {
        await this.ask('version', {}, Date.now() + 1_000);
        this.isReady = true;
      },
    });
    const { program } = this;
    const runs = async (request: string, end: boolean): Promise<boolean> =>
      (await this.ask('running', { request, end }, Date.now() + telling)) !== false;
    this.ends = new RequestEnds({ program, runs, retire: this.retire, left });
  }

  /** How much of one sort it does, and of all. */
  load(sort: WorkSort): number {
    const all = [...this.busy.values()].reduce((sum, each) => sum + each, 0);
    return (this.busy.get(sort) ?? 0) * 100 + all;
  }

  async during<T>(sort: WorkSort, work: () => Promise<T>): Promise<T> {
    this.busy.set(sort, (this.busy.get(sort) ?? 0) + 1);
    try {
      return await work();
    } finally {
      this.busy.set(sort, (this.busy.get(sort) ?? 1) - 1);
    }
  }

  /** Whether it does nothing but what nobody waits for. */
  get isLeft(): boolean {
    return [...this.busy.values()].reduce((sum, each) => sum + each, 0) <= this.ends.count;
  }

  /**
   * As `LocalEngine.relay`; it is over only when the program has ended its work, whatever became of the client.
   * @throws Elsewhere where it `mayMove`: nothing has been done, or answered
   */
  async relay(
    asked: RelayedRequest & { writes?: boolean; mayMove?: boolean },
    response: ServerResponse,
    client: TransferClient,
    settings: RelaySettings,
  ): Promise<void> {
    const [request, start] = [randomUUID(), this.program.starts];
    const headers = { ...asked.headers, ...this.bounds(asked.mayMove), [requestHeader]: request };
    try {
      const head: RelaySettings['head'] = (answer) => {
        if (answer.headers[spentHeader] !== undefined) this.replace();
        if (answer.headers[elsewhereHeader] !== undefined) throw new Elsewhere();
        return settings.head(answer);
      };
      await this.transfers.relay({ ...asked, headers }, response, client, { ...settings, head });
    } finally {
      if (!response.writableEnded) await this.ends.over(request, { writes: asked.writes === true, start });
    }
  }

  /** As `ask`, with when the program has ended its work: that may be later than nobody waits for it. */
  work(
    operation: string,
    input: unknown,
    { deadline, writes, mayMove }: { deadline: number; writes: boolean; mayMove: boolean },
  ): { answer: Promise<unknown>; over: Promise<void> } {
    const [request, start] = [randomUUID(), this.program.starts];
    const more = { ...this.bounds(mayMove), [requestHeader]: request };
    const answer = this.ask(operation, input, deadline, more);
    const over = answer.then(
      () => undefined,
      () => this.ends.over(request, { writes, start }),
    );
    return { answer, over };
  }

  /**
   * Of what is told in parts the answer has them as `parts`.
   * @throws VcsRefusal as the program says, and `unavailable` where it does not answer in time; Elsewhere
   */
  async ask(operation: string, input: unknown, deadline: number, more = {}): Promise<unknown> {
    const body = JSON.stringify(input);
    const length = { 'content-length': Buffer.byteLength(body) };
    const headers = { 'content-type': 'application/json', ...length, ...more };
    const asked = { method: 'POST', path: `/${operation}`, headers, body };
    const { text } = await this.questions.ask(asked, deadline).catch((error: unknown) => {
      if (error instanceof VcsRefusal) throw error;
      throw new VcsRefusal('unavailable', 'Mercurial does not answer');
    });
    const [first, ...parts] = text.split('\n');
    const { answer, code, message = '', spent, elsewhere } = JSON.parse(first) as Said;
    if (spent === true) this.replace();
    if (elsewhere === true) throw new Elsewhere();
    if (code === undefined) return parts.length === 0 ? answer : { ...(answer as object), parts };
    throw new VcsRefusal(isRefusalCode(code) ? code : 'unavailable', message);
  }

  /** What the program is told of what a request may take. */
  private bounds(mayMove = false): Record<string, string> {
    if (!this.isShared) return {};
    return { 'x-hf-shared': '1', ...(mayMove ? { 'x-hf-movable': '1' } : {}) };
  }

  /** A program that had too little memory for one thing may have failed others by that, and kept what is half made. */
  private replace(): void {
    const { starts } = this.program;
    if (this.spentStart === starts) return;
    this.spentStart = starts;
    void this.retire();
  }

  async stop(): Promise<void> {
    this.transfers.close();
    this.questions.close();
    await this.program.stop();
  }
}
