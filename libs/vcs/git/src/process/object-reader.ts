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

/** A long-lived `git cat-file --batch-command`. Answers come in the order of the questions. */
export class ObjectReader implements Pooled {
  broken = false;
  private readonly child: ChildProcess;
  private readonly questions: Question[] = [];
  private received: Buffer = Buffer.alloc(0);

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
      this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
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
      const after = missing || !question.wantsContents ? end + 1 : end + 1 + size + 1;
      if (this.received.length < after) return;
      const contents = missing ? undefined : this.received.subarray(end + 1, end + 1 + size);
      this.received = this.received.subarray(after);
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

function gone(): VcsRefusal {
  return new VcsRefusal('unavailable', 'the reader of objects ended');
}
