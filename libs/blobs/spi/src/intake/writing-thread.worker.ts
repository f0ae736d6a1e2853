import { readlinkSync, writeSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Digesting } from './digests.js';
import { Md5Lanes, Md5State, type Md5Part } from './md5-lanes.js';
import { laneCount } from './md5-program.js';
import type { PartAnswer, UploadPart, WritingAnswer, WritingQuestion } from './writing-question.js';

/** Hashing gives way to whoever answers a request: on Linux each thread has a priority of its own. */
const yieldToOthers = (): void => {
  try {
    setPriority(Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0]), 10);
  } catch {
    // Elsewhere all threads are alike.
  }
};

/** So many uploads at once have their MD5 computed together: of fewer, OpenSSL is quicker with each. */
const fewest = 3;

const lanes = new Md5Lanes();
const uploads = new Map<number, Digesting>();
/** Those of which a part has come and the last one is not answered. */
const underway = new Set<number>();
let waiting: UploadPart[] = [];

/** Takes the oldest parts, one of each upload, of as many as are hashed at once. */
const nextParts = (): UploadPart[] => {
  const chosen = new Map<number, UploadPart>();
  waiting = waiting.filter((part) => {
    if (chosen.size === laneCount || chosen.has(part.upload)) return true;
    chosen.set(part.upload, part);
    return false;
  });
  return [...chosen.values()];
};

const bytesOf = ({ bytes, start, length }: UploadPart): Uint8Array => new Uint8Array(bytes, start, length);

/** Undefined: it is written. */
const write = (part: UploadPart): PartAnswer | undefined => {
  const { fd, length, position } = part;
  try {
    for (let done = 0; done < length;)
      done += writeSync(fd, bytesOf(part), done, length - done, position + done);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { error: { ...(code === undefined ? {} : { code }), message } };
  }
};

const digestingOf = ({ upload }: UploadPart): Digesting => {
  const digesting = uploads.get(upload) ?? new Digesting(underway.size >= fewest);
  uploads.set(upload, digesting);
  return digesting;
};

const hash = (parts: readonly UploadPart[]): void => {
  const together = parts.flatMap((part): Md5Part[] => {
    const bytes = bytesOf(part);
    const digesting = digestingOf(part);
    digesting.update(bytes);
    return digesting.md5 instanceof Md5State ? [{ of: digesting.md5, bytes, last: part.last }] : [];
  });
  if (together.length > 0) lanes.update(together);
};

const forget = (upload: number): void => {
  uploads.delete(upload);
  underway.delete(upload);
};

const finished = (part: UploadPart): PartAnswer => {
  if (!part.last) return {};
  const digests = digestingOf(part).finish();
  forget(part.upload);
  return { digests };
};

const store = (): void => {
  const parts = nextParts();
  if (waiting.length > 0) setImmediate(store);
  const written = parts.map((part) => ({ part, failed: write(part) }));
  hash(written.filter(({ failed }) => !failed).map(({ part }) => part));
  const answers = written.map(({ part, failed }) => ({
    upload: part.upload,
    answer: failed ?? finished(part),
  }));
  parentPort?.postMessage(answers satisfies WritingAnswer);
};

yieldToOthers();
parentPort?.on('message', (question: WritingQuestion) => {
  if ('over' in question) return forget(question.over);
  underway.add(question.upload);
  // What has come at the same time is hashed together.
  if (waiting.length === 0) setImmediate(store);
  waiting.push(question);
});
