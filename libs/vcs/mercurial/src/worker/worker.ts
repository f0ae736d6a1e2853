import { rm } from 'node:fs/promises';
import { isRefusalCode, VcsRefusal } from '@holdfast/vcs-spi';
import { LocalEngine, ResidentProgram, type ChildProcesses } from '@holdfast/vcs-spi/engine';
import { gateSocket, type EnginePlace } from './engine-place.js';

/** What a worker does at a time; each has threads for so many of each. */
export const shares = { fetch: 4, push: 4, content: 2, names: 2, reading: 4, writing: 2 } as const;
export type WorkSort = keyof typeof shares;

const sockets = 16;

/** What our program answers. */
interface Said {
  answer?: unknown;
  code?: unknown;
  message?: string;
}

/** One resident Python process, at a socket of its own. */
export class Worker {
  /** It has answered since its last start. */
  isReady = false;
  readonly transfers: LocalEngine;
  readonly program: ResidentProgram;
  private readonly questions: LocalEngine;
  private readonly busy = new Map<WorkSort, number>();

  constructor(children: ChildProcesses, place: EnginePlace, number: number) {
    const name = `worker-${number}.sock`;
    const address = () => ({ socketPath: place.sockets.path(name) });
    this.transfers = new LocalEngine(address, sockets);
    this.questions = new LocalEngine(address, sockets);
    this.program = new ResidentProgram(children, {
      call: async () => {
        this.isReady = false;
        const call = await place.call('hf_web', name, gateSocket);
        await rm(place.sockets.path(name), { force: true });
        return call;
      },
      probe: async () => {
        await this.ask('version', {}, Date.now() + 1_000);
        this.isReady = true;
      },
    });
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

  /** @throws VcsRefusal as the program says, and `unavailable` where it does not answer in time */
  async ask(operation: string, input: unknown, deadline: number): Promise<unknown> {
    const body = JSON.stringify(input);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const asked = { method: 'POST', path: `/${operation}`, headers, body };
    const { text } = await this.questions.ask(asked, deadline).catch(() => {
      throw new VcsRefusal('unavailable', 'Mercurial does not answer');
    });
    const { answer, code, message = '' } = JSON.parse(text) as Said;
    if (code === undefined) return answer;
    throw new VcsRefusal(isRefusalCode(code) ? code : 'unavailable', message);
  }

  async stop(): Promise<void> {
    this.transfers.close();
    this.questions.close();
    await this.program.stop();
  }
}
