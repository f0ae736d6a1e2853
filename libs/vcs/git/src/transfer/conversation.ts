import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { exitOf } from '../process/exit-of.js';
import { isOutOfMemory } from '../process/memory-complaint.js';
import type { GitProcesses } from '../process/git-processes.js';
import type { HeldAnswer } from './held-answer.js';
import type { Talk } from './talk.js';
import { BodyFailure, drained } from '@holdfast/vcs-spi/engine';
import { withoutPaths } from './hidden-paths.js';

export interface ConversationEnd {
  /** The exit status; -1 when a signal ended git or it could not be started. */
  code: number;
  signal?: NodeJS.Signals;
  /** The beginning of what git wrote to its standard error. */
  complaint: string;
  /** Why the body did not come to its end. */
  failure?: BodyFailure;
}

/**
 * Feeds a body to git and carries its output to the client, each at the speed of the slower side, until git
 * has ended and the body has been read. A body that git no longer wants is read and thrown away, because a
 * client that is still sending does not listen. `mayStop` says whether git can be ended when the body fails; `talk`:
 * the two speak by turns, and the answer goes out as it comes.
 */
export const converse = async (
  processes: GitProcesses,
  child: ChildProcess,
  body: AsyncIterable<Buffer>,
  answer: HeldAnswer,
  mayStop: () => boolean = () => true,
  talk?: Talk,
): Promise<ConversationEnd> => {
  const ended = exitOf(child);
  if (talk) {
    answer.release();
    child.stdout?.on('data', (chunk: Buffer) => talk.said(chunk));
    void ended.then(() => talk.end());
  }
  const complaint = complaintOf(child);
  let failure: BodyFailure | undefined;
  const fed = feed(body, child.stdin).then(
    () => answer.release(),
    (error: unknown) => {
      failure = error instanceof BodyFailure ? error : new BodyFailure('gone', 400, String(error));
      if (mayStop()) processes.end(child);
    },
  );
  const carried = child.stdout ? answer.carry(child.stdout).catch(() => undefined) : undefined;
  const [{ code, signal }] = await Promise.all([ended, fed, carried]);
  return { code, signal, complaint: complaint(), failure };
};

/** Ends the answer by what became of git; of a talk, what became of it is told behind the answer. */
export const finish = (answer: HeldAnswer, end: ConversationEnd, talk?: Talk): void => {
  if (talk && !answer.pending) answer.endTold(outcomeOf(end));
  else if (end.failure) answer.fail(end.failure.status, end.failure.message);
  else if (end.code === 0 || answer.hasContent) {
    if (end.signal) answer.fail(500, 'git was ended');
    else answer.end();
  } else answer.fail(...statusOf(end));
};

/** The exit status, and why it is not 0, in one line. */
const outcomeOf = (end: ConversationEnd): { code: number; reason?: string } => {
  if (end.failure) return { code: failed, reason: end.failure.message };
  if (end.code === 0) return { code: 0 };
  if (end.signal) return { code: failed, reason: 'git was ended' };
  return { code: end.code > 0 ? end.code : failed, reason: statusOf(end)[1] };
};

/** With which git itself ends where it cannot go on. */
const failed = 128;

export const complaintOf = (child: ChildProcess): (() => string) => {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    if (text.length < 4000) text += part;
  });
  return () => text;
};

/** The status and the one line with which a git that said nothing else is answered. */
export const statusOf = (end: ConversationEnd): [status: number, reason: string] => {
  const lines = end.complaint.split('\n');
  const line = lines.find((each) => each.startsWith('fatal: ')) ?? lines[0] ?? '';
  const reason = withoutPaths(line.replace(/^fatal: /, ''));
  if (/No space left on device/.test(line)) return [507, 'no space left'];
  if (isOutOfMemory(end))
    return [503, 'git needs more memory than the server gives it, try again in a minute'];
  // git aborts at a packet that it took for impossible: only a client can have sent it.
  if (line.startsWith('BUG: ')) return [400, 'git could not read the request'];
  const ours =
    /not a git repository|Permission denied|unable to (create|open|fork)|cannot (fork|create|run)|ownership/i;
  if (end.code < 0 || ours.test(line)) return [500, 'git failed on the server'];
  return [400, reason || 'git could not read the request'];
};

const feed = async (body: AsyncIterable<Buffer>, sink: Writable | null): Promise<void> => {
  // git may end before it has read everything: that is its right, and its exit says what it meant.
  sink?.on('error', () => undefined);
  for await (const chunk of body) {
    if (!sink?.writable) continue;
    if (!sink.write(chunk)) await drained(sink);
  }
  sink?.end();
};
