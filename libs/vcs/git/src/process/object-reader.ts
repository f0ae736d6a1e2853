import type { ChildProcess } from 'node:child_process';
import type { VcsRefusal } from '@holdfast/vcs-spi';
import { firstWordOf } from './first-word.js';
import type { GitProcesses } from './git-processes.js';
import type { Pooled } from './keyed-pool.js';
import { isOutOfMemory } from './memory-complaint.js';
import { FatalObject, ReaderEnded } from './reader-failures.js';

export interface ObjectInfo {
  id: string;
  type: string;
  size: number;
}

export interface ObjectContents extends ObjectInfo {
  /** Its beginning, where it has more than 1 MiB. */
  contents: Buffer;
}

/** Why there is no answer. */
export type NoObject = 'missing' | 'ambiguous';

interface Question {
  /** The objects that are asked about; one, where their contents are asked for. */
  expressions: readonly string[];
  /** What has been answered so far, in their order. */
  answers: (ObjectInfo | NoObject)[];
  /** Takes the contents, piece by piece; absent: they are not asked for. */
  take?: (piece: Buffer) => void;
  resolve: (answers: (ObjectInfo | NoObject)[]) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
  /** What `take` failed with: the rest of the contents is nobody's. */
  failure?: Error;
}

/** Contents that are under way; `left`: bytes of them, with the line end after them. */
interface Underway {
  info: ObjectInfo;
  left: number;
}

export interface ObjectReaderOptions {
  /** In which git finds more objects than those of the repository. */
  environment?: Record<string, string>;
  /** Absent: it tries everything. */
  known?: KnownObjects;
  /** Most bytes of data of it, if it is to have more than usual. */
  memory?: number;
}

/** What is known of objects over which readers end, or that keep those waiting who use the same reader. */
export interface KnownObjects {
  /** Why the reader is not to be asked for its contents. */
  refusal(expression: string): VcsRefusal | undefined;
  /** It has more than 1 MiB: that may be known only when git has begun to tell it. */
  isLong(id: string): void;
}

/** How long one answer may take (ms), and how long it may stop coming. */
const deadline = 15_000;
/** More of an object is not kept: somebody may have pushed a commit of any size (bytes). */
const mostContents = 1 << 20;

/** There may be many readers: none of them keeps more of what objects are made of. */
const config = { 'core.deltaBaseCacheLimit': '16m' };

/**
 * Most bytes of data of one. git reads commits, tags and directories whole, and somebody may have pushed a message of
 * 200 MiB as 200 KB. A directory of 440,000 entries that is a change of another fits in.
 */
const usualMemory = 48 << 20;
/** No more of what it complains of is kept (characters). */
const longestComplaint = 2_000;

/** A long-lived `git cat-file --batch-command`. Answers come in the order of the questions. */
export class ObjectReader implements Pooled {
  broken = false;
  readonly awake: Promise<void>;
  private readonly child: ChildProcess;
  private readonly questions: Question[] = [];
  private readonly known: KnownObjects | undefined;
  /** The beginning of a line that is not all here. */
  private line = '';
  /** The end of what git complains of. */
  complaint = '';
  private underway: Underway | undefined;

  constructor(
    private readonly processes: GitProcesses,
    directory: string,
    { environment = {}, known, memory = usualMemory }: ObjectReaderOptions = {},
  ) {
    this.known = known;
    const flags = ['--batch-command'];
    const command = { command: 'cat-file' as const, directory, config, flags };
    const options = { environment, memory, yielding: true };
    this.child = processes.start(command, ['pipe', 'pipe', 'pipe'], options);
    this.awake = firstWordOf(this.child);
    this.child.stdout?.on('data', (chunk: Buffer) => {
      for (let rest = chunk; rest.length > 0;)
        rest = this.underway ? this.contentsIn(this.underway, rest) : this.headIn(rest);
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.complaint = (this.complaint + text).slice(-longestComplaint);
    });
    this.child.stdin?.on('error', () => undefined);
    this.child.once('error', () => this.ended());
    this.child.once('close', () => this.ended());
  }

  /**
   * Of a full id, or its first digits: nothing else, since git takes any revision here, and would keep in memory for
   * ever what it reads on the way from one object to another (`^{tree}`).
   */
  async info(digits: string): Promise<ObjectInfo | NoObject> {
    return (await this.ask('info', [digits]))[0];
  }

  /** The same of several, in their order. */
  async infos(ids: readonly string[]): Promise<(ObjectInfo | NoObject)[]> {
    return ids.length === 0 ? [] : await this.ask('info', ids);
  }

  async contents(id: string): Promise<ObjectContents | NoObject> {
    const pieces: Buffer[] = [];
    let room = mostContents;
    const found = await this.each(id, (piece) => {
      // A piece is part of a larger buffer, which is not to be kept for it.
      if (room > 0) pieces.push(Buffer.from(piece.subarray(0, room)));
      room -= piece.length;
    });
    return typeof found === 'string' ? found : { ...found, contents: Buffer.concat(pieces) };
  }

  /**
   * All contents, piece by piece, as they come: nobody else gets an answer meanwhile. Fails with what `take` throws.
   */
  async each(id: string, take: (piece: Buffer) => void): Promise<ObjectInfo | NoObject> {
    return (await this.ask('contents', [id], take))[0];
  }

  close(): void {
    this.broken = true;
    this.child.stdin?.end();
  }

  private ask(
    command: 'info' | 'contents',
    expressions: readonly string[],
    take?: (piece: Buffer) => void,
  ): Promise<(ObjectInfo | NoObject)[]> {
    if (!expressions.every((each) => digitsOnly.test(each))) throw new TypeError('not an object id');
    if (this.broken) return Promise.reject(new ReaderEnded());
    const refusal = take && this.known?.refusal(expressions[0]);
    if (refusal) return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.processes.end(this.child), deadline);
      const question: Question = { expressions, answers: [], resolve, reject, timer };
      if (take) question.take = take;
      this.questions.push(question);
      this.child.stdin?.write(`${command} ${expressions.join(`\n${command} `)}\n`, 'latin1');
    });
  }

  /** Reads on in the line that begins an answer; what comes after it is returned. */
  private headIn(bytes: Buffer): Buffer {
    const end = bytes.indexOf(0x0a);
    this.line += bytes.toString('latin1', 0, end < 0 ? bytes.length : end);
    if (end < 0) return nothing;
    const [id, type, size] = this.line.split(' ');
    this.line = '';
    if (type === 'missing' || type === 'ambiguous') this.settle(type);
    else if (this.questions[0]?.take) this.begin(infoOf(id, type, size));
    else this.tell(infoOf(id, type, size));
    return bytes.subarray(end + 1);
  }

  private tell(info: ObjectInfo): void {
    if (info.size > mostContents && info.type !== 'blob') this.known?.isLong(info.id);
    this.settle(info);
  }

  private begin(info: ObjectInfo): void {
    if (info.size > mostContents) this.known?.isLong(info.id);
    this.underway = { info, left: info.size + 1 };
  }

  /** Hands contents over; what comes after them is returned. */
  private contentsIn(underway: Underway, bytes: Buffer): Buffer {
    const part = bytes.subarray(0, underway.left);
    const [question] = this.questions;
    question.timer.refresh();
    underway.left -= part.length;
    hand(question, underway.left === 0 ? part.subarray(0, -1) : part);
    if (underway.left === 0) {
      this.underway = undefined;
      this.settle(underway.info);
    }
    return bytes.subarray(part.length);
  }

  /** The question is settled with the last answer to it. */
  private settle(answer: ObjectInfo | NoObject): void {
    const [question] = this.questions;
    question?.answers.push(answer);
    if (!question || question.answers.length < question.expressions.length) return;
    this.questions.shift();
    clearTimeout(question.timer);
    if (question.failure) question.reject(question.failure);
    else question.resolve(question.answers);
  }

  private ended(): void {
    this.broken = true;
    const [first, ...others] = this.questions.splice(0);
    if (!first) return;
    for (const { timer } of [first, ...others]) clearTimeout(timer);
    first.reject(new FatalObject(first.expressions[first.answers.length], isOutOfMemory(this)));
    for (const { reject } of others) reject(new ReaderEnded());
  }
}

const nothing = Buffer.alloc(0);

const digitsOnly = /^[0-9a-f]{4,40}$/;

const hand = (question: Question, piece: Buffer): void => {
  if (question.failure) return;
  try {
    question.take?.(piece);
  } catch (error) {
    question.failure = error instanceof Error ? error : new Error(String(error));
  }
};

const infoOf = (id: string, type: string, size: string): ObjectInfo => ({ id, type, size: Number(size) });
