import { LRUCache } from 'lru-cache';

/** Longer questions, and answers of more bytes, are not remembered. */
const longestQuestion = 4 << 10;
const longestAnswer = 64 << 10;
/** So many questions are remembered of a repository: clients differ in their version only. */
const mostQuestions = 8;
/** Of all repositories together (bytes). */
const mostBytes = 8 << 20;
/** What somebody changes by hand on the disk is seen after so many ms. */
const lasting = 10_000;

/** What is remembered of one repository, by question. */
interface Answers {
  readonly byQuestion: Map<string, Buffer>;
  bytes: number;
}

/** An answer that git is giving. */
export interface AnswerRecorder {
  hear(chunk: Buffer): void;
  /** It came to its end in order. */
  keep(): void;
}

/**
 * Answers to `ls-refs` of protocol version 2: what every fetch asks first, builds that look for news ask nothing
 * else, and many ask the same at once. They hold until the repository is written to.
 */
export class Announcements {
  private bytes = 0;
  /** By directory. */
  private readonly known = new LRUCache<string, Answers>({
    max: 64,
    ttl: lasting,
    dispose: ({ bytes }) => (this.bytes -= bytes),
  });

  /** `isBusy`: whether somebody writes in a directory right now. */
  constructor(private readonly isBusy: (directory: string) => boolean) {}

  /** The question in the body of a fetch, given in chunks; undefined: it asks for something else. */
  static questionOf(protocol: string, body: readonly Buffer[]): string | undefined {
    if (body.reduce((bytes, { length }) => bytes + length, 0) > longestQuestion) return undefined;
    const text = Buffer.concat(body).toString('latin1');
    return /^[0-9a-f]{4}command=ls-refs\n?/.test(text) ? `${protocol}\0${text}` : undefined;
  }

  find(directory: string, question: string): Buffer | undefined {
    return this.isBusy(directory) ? undefined : this.known.get(directory)?.byQuestion.get(question);
  }

  /** To be called before git begins to answer. */
  listen(directory: string, question: string): AnswerRecorder {
    let answers = this.known.get(directory);
    if (!answers) this.known.set(directory, (answers = { byQuestion: new Map(), bytes: 0 }));
    const chunks: Buffer[] = [];
    let bytes = 0;
    return {
      hear: (chunk) => {
        bytes += chunk.length;
        if (bytes > longestAnswer) chunks.length = 0;
        else chunks.push(chunk);
      },
      keep: () => {
        // After a write in the meantime these are not the known ones any more.
        const lasts = !this.isBusy(directory) && this.known.get(directory) === answers;
        if (!lasts || bytes > longestAnswer) return;
        const { byQuestion } = answers;
        if (byQuestion.size === mostQuestions || byQuestion.has(question)) return;
        byQuestion.set(question, Buffer.concat(chunks));
        answers.bytes += bytes + question.length;
        this.bytes += bytes + question.length;
        while (this.bytes > mostBytes) this.known.pop();
      },
    };
  }

  /** A write has begun or ended. */
  wrote(directory: string): void {
    this.known.delete(directory);
  }
}
