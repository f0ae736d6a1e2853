import { readlinkSync, writeSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Digesting } from './digests.js';
import type { UploadPart, PartAnswer, WritingQuestion } from './writing-question.js';

/** Hashing gives way to whoever answers a request: on Linux each thread has a priority of its own. */
const yieldToOthers = (): void => {
  try {
    setPriority(Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0]), 10);
  } catch {
    // Elsewhere all threads are alike.
  }
};

const uploads = new Map<number, Digesting>();

const store = ({ upload, fd, bytes, start, length, position, last }: UploadPart): PartAnswer => {
  const part = new Uint8Array(bytes, start, length);
  for (let done = 0; done < length;) done += writeSync(fd, part, done, length - done, position + done);
  const digesting = uploads.get(upload) ?? new Digesting();
  uploads.set(upload, digesting);
  digesting.update(part);
  if (!last) return {};
  uploads.delete(upload);
  return { digests: digesting.finish() };
};

const answer = (part: UploadPart): PartAnswer => {
  try {
    return store(part);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { error: { ...(code === undefined ? {} : { code }), message } };
  }
};

yieldToOthers();
parentPort?.on('message', (question: WritingQuestion) => {
  if ('over' in question) uploads.delete(question.over);
  else parentPort?.postMessage(answer(question));
});
