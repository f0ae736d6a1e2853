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
  /** What git is telling somebody right now; undefined in the end where that is not to be remembered. */
  readonly coming: Map<string, Promise<Buffer | undefined>>;
  bytes: number;
}

/** An answer that git is giving. */
export interface AnswerRecorder {
  hear(chunk: Buffer): void;
  /** It came to its end in order. */
  keep(): void;
  /** Nothing more of it comes, in order or not. To be called in any case: others wait for it. */
  end(): void;
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

  /**
   * The answer that is known, or that git is giving to somebody else: of many who ask at once only the first needs a
   * process. Undefined: git has to be asked. Nobody waits for another's client, since an answer that is more than a
   * connection takes at once is given up as soon as it is.
   */
  async find(directory: string, question: string): Promise<Buffer | undefined> {
    if (this.isBusy(directory)) return undefined;
    const answers = this.known.get(directory);
    return answers?.byQuestion.get(question) ?? answers?.coming.get(question);
  }

  /** To be called before git begins to answer. */
  listen(directory: string, question: string): AnswerRecorder {
    let answers = this.known.get(directory);
    if (!answers)
      this.known.set(directory, (answers = { byQuestion: new Map(), coming: new Map(), bytes: 0 }));
    const { coming } = answers;
    const chunks: Buffer[] = [];
    let bytes = 0;
    let tell: (answer?: Buffer) => void = () => undefined;
    const told = new Promise<Buffer | undefined>((resolve) => (tell = resolve));
    const end = (answer?: Buffer): void => {
      tell(answer);
      if (coming.get(question) === told) coming.delete(question);
    };
    if (!coming.has(question) && coming.size < mostQuestions) coming.set(question, told);
    return {
      hear: (chunk) => {
        bytes += chunk.length;
        if (bytes <= longestAnswer) return void chunks.push(chunk);
        chunks.length = 0;
        end();
      },
      keep: () => {
        // After a write in the meantime these are not the known ones any more.
        const lasts = !this.isBusy(directory) && this.known.get(directory) === answers;
        if (lasts && bytes <= longestAnswer) end(this.remember(answers, question, Buffer.concat(chunks)));
      },
      end,
    };
  }

  private remember(answers: Answers, question: string, answer: Buffer): Buffer {
    const { byQuestion } = answers;
    if (byQuestion.size === mostQuestions || byQuestion.has(question)) return answer;
    byQuestion.set(question, answer);
    answers.bytes += answer.length + question.length;
    this.bytes += answer.length + question.length;
    while (this.bytes > mostBytes) this.known.pop();
    return answer;
  }

  /** A write has begun or ended. */
  wrote(directory: string): void {
    this.known.delete(directory);
  }
}
