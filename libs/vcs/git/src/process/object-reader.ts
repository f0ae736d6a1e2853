import type { ChildProcess } from 'node:child_process';
import { VcsRefusal } from '@holdfast/vcs-spi';
import type { GitProcesses } from './git-processes.js';
import type { Pooled } from './keyed-pool.js';

export interface ObjectInfo {
  id: string;
  type: string;
  size: number;
}

export interface ObjectContents extends ObjectInfo {
  /** Its beginning, where it has more than 1 MiB. */
  contents: Buffer;
}

interface Question {
  wantsContents: boolean;
  resolve: (answer: ObjectContents | 'missing' | 'ambiguous') => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** How long one answer may take (ms). */
const deadline = 15_000;
/** More of an object is not kept: somebody may have pushed a commit of any size (bytes). */
const mostContents = 1 << 20;

/** A long-lived `git cat-file --batch-command`. Answers come in the order of the questions. */
export class ObjectReader implements Pooled {
  broken = false;
  private readonly child: ChildProcess;
  private readonly questions: Question[] = [];
  private received: Buffer = Buffer.alloc(0);
  /** So many bytes that come next belong to nobody any more. */
  private unwanted = 0;

  constructor(
    private readonly processes: GitProcesses,
    directory: string,
  ) {
    this.child = processes.start({ command: 'cat-file', directory, flags: ['--batch-command'] }, [
      'pipe',
      'pipe',
      'ignore',
    ]);
    this.child.stdout?.on('data', (chunk: Buffer) => {
      const wanted = chunk.subarray(Math.min(this.unwanted, chunk.length));
      this.unwanted -= chunk.length - wanted.length;
      this.received = this.received.length === 0 ? wanted : Buffer.concat([this.received, wanted]);
      this.read();
    });
    this.child.stdin?.on('error', () => undefined);
    this.child.once('error', () => this.ended());
    this.child.once('close', () => this.ended());
  }

  /** `expression` is written by us out of hexadecimal digits: git takes any revision here. */
  info(expression: string): Promise<ObjectInfo | 'missing' | 'ambiguous'> {
    return this.ask('info', expression);
  }

  contents(id: string): Promise<ObjectContents | 'missing' | 'ambiguous'> {
    return this.ask('contents', id);
  }

  close(): void {
    this.broken = true;
    this.child.stdin?.end();
  }

  private ask(
    command: 'info' | 'contents',
    expression: string,
  ): Promise<ObjectContents | 'missing' | 'ambiguous'> {
    if (!/^[0-9a-f]{4,40}(\^\{commit\})?$/.test(expression)) throw new TypeError('not an object id');
    if (this.broken) return Promise.reject(gone());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.processes.end(this.child), deadline);
      this.questions.push({ wantsContents: command === 'contents', resolve, reject, timer });
      this.child.stdin?.write(`${command} ${expression}\n`);
    });
  }

  private read(): void {
    for (let question = this.questions[0]; question; question = this.questions[0]) {
      const end = this.received.indexOf(0x0a);
      if (end < 0) return;
      const words = this.received.toString('latin1', 0, end).split(' ');
      const missing = words[1] === 'missing' || words[1] === 'ambiguous' ? words[1] : undefined;
      const size = Number(words[2]);
      const begin = end + 1;
      const after = missing || !question.wantsContents ? begin : begin + size + 1;
      const kept = Math.min(size, mostContents);
      if (this.received.length < Math.min(after, begin + kept)) return;
      const contents = missing ? undefined : this.received.subarray(begin, begin + kept);
      this.unwanted = Math.max(after - this.received.length, 0);
      this.received = this.received.subarray(Math.min(after, this.received.length));
      this.questions.shift();
      clearTimeout(question.timer);
      question.resolve(
        missing ?? {
          id: words[0],
          type: words[1],
          size,
          contents: Buffer.from(question.wantsContents ? (contents ?? []) : []),
        },
      );
    }
  }

  private ended(): void {
    this.broken = true;
    for (const { reject, timer } of this.questions.splice(0)) {
      clearTimeout(timer);
      reject(gone());
    }
  }
}

const gone = (): VcsRefusal => {
  return new VcsRefusal('unavailable', 'the reader of objects ended');
};
