import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** A new directory that is gone after the file's last test. */
export const scratch = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'holdfast-e2e-'));
  made.push(directory);
  return directory;
};

afterAll(() => Promise.all(made.map((directory) => rm(directory, { recursive: true, force: true }))));

/** A name that no other scenario uses. */
export const unique = (prefix: string): string => `${prefix}-${randomBytes(5).toString('hex')}`;

/** Asks until there is an answer. */
export const eventually = async <T>(
  asked: () => Promise<T | undefined>,
  milliseconds = 120_000,
): Promise<T> => {
  const end = Date.now() + milliseconds;
  for (;;) {
    const answer = await asked();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`no answer within ${milliseconds} ms: ${asked.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};
