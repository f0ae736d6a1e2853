import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import { mostOptionBytes } from './command-scan.js';

/**
 * The hook that git runs once the objects of a push lie in quarantine and before any ref moves. It asks over
 * descriptor 3, a socket that git's children inherit, and waits for `yes`, or for `no` and the text for the
 * client, or for `see` and the file that holds the text. An engine that dies leaves it without an answer, which is a
 * no.
 */
const script = `#!/bin/sh
count=\${GIT_PUSH_OPTION_COUNT:-0}
{
  printf '%s\\0' "$GIT_QUARANTINE_PATH" "$GIT_OBJECT_DIRECTORY" "$GIT_ALTERNATE_OBJECT_DIRECTORIES" "$count"
  at=0
  while [ "$at" -lt "$count" ]; do
    eval "printf '%s\\\\0' \\"\\$GIT_PUSH_OPTION_$at\\""
    at=$((at + 1))
  done
  cat
  printf '\\0'
} >&3
answer=
IFS= read -r answer <&3
case $answer in
  yes) exit 0 ;;
  no) cat <&3 >&2 ;;
  see) IFS= read -r file <&3 && cat "$file" >&2 ;;
  *) echo 'the server could not decide about this push, try again' >&2 ;;
esac
exit 1
`;

/**
 * The hook that git runs when all refs of a transaction lie beside what they replace, and nothing is replaced yet: of
 * many, git brings none to the disk by itself. It asks over the same socket for that, once, and waits for `yes`. Only a
 * client who takes pains changes one of them after the other.
 */
const together = `#!/bin/sh
[ "$1" = prepared ] || exit 0
IFS= read -r one && IFS= read -r two || exit 0
printf s >&3
answer=
IFS= read -r answer <&3
[ "$answer" = yes ]
`;

/** Writes the hooks below a directory. Their own are for `core.hooksPath`: of pushes of few refs, and of many. */
export const installHooks = async (directory: string): Promise<void> => {
  await installHook(hooksOf(directory, false), 'pre-receive', script);
  await installHook(hooksOf(directory, true), 'pre-receive', script);
  await installHook(hooksOf(directory, true), 'reference-transaction', together);
};

/** Where the hooks of a push lie. */
export const hooksOf = (directory: string, isMany: boolean): string =>
  join(directory, isMany ? 'many' : 'few');

const installHook = async (directory: string, name: string, text: string): Promise<void> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const fresh = join(directory, `.${name}.${process.pid}`);
  await writeFile(fresh, text, { mode: 0o700 });
  await rename(fresh, join(directory, name));
};

/** What the hook asks. */
export interface HookQuestion {
  /** The environment in which git sees the objects of the push as well. */
  quarantine: Record<string, string>;
  options: string[];
  /** A line `<old> <new> <ref>` for each command. */
  commands: Buffer;
}

/** Resolves when the hook has begun to ask, or never will. */
export const begun = (socket: Socket): Promise<void> => {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('readable', done).off('close', done).off('error', done);
      resolve();
    };
    socket.on('readable', done).on('close', done).on('error', done);
  });
};

/**
 * Waits for the whole question; undefined when the socket ends first or has ended, or its commands do not
 * go into `space`.
 */
export const readQuestion = (socket: Socket, space: Buffer): Promise<HookQuestion | undefined> => {
  return new Promise((resolve) => {
    const reader = new QuestionReader(space);
    // The socket lives on with git: nothing on it may keep the question.
    const finish = (question: HookQuestion | undefined) => {
      socket.off('data', take).off('close', lost).off('error', lost).on('error', unheard);
      resolve(question);
    };
    const lost = () => finish(undefined);
    const take = (chunk: Buffer) => {
      reader.read(chunk);
      if (reader.question || reader.failed) finish(reader.question);
    };
    socket.on('data', take).on('close', lost).on('error', lost);
    // Nothing is told of an end that came before we listened.
    if (socket.closed) lost();
  });
};

const unheard = (): void => undefined;

/** The paths and the options, which the scan of the request has bounded. */
const mostFieldBytes = 2 * mostOptionBytes;

/** Takes the question as it comes. The commands may be many: they are kept as they are, and once. */
export class QuestionReader {
  /** Once it is whole. */
  question: HookQuestion | undefined;
  /** It will never be whole. */
  failed = false;
  private rest: Buffer = Buffer.alloc(0);
  private readonly fields: string[] = [];
  private size = 0;

  /** `commands`: where they are put. */
  constructor(private readonly commands: Buffer) {}

  read(chunk: Buffer): void {
    const bytes = this.readFields(chunk);
    if (this.inFields || this.failed) return;
    // Only a byte that no ref can hold ends the list: a client may send a name that ends with line ends.
    const end = bytes.indexOf(0);
    const size = this.size + (end < 0 ? bytes.length : end);
    this.failed = size > this.commands.length;
    if (this.failed) return;
    bytes.copy(this.commands, this.size);
    this.size = size;
    if (end >= 0) this.finish();
  }

  /** Answers what comes behind them. */
  private readFields(chunk: Buffer): Buffer {
    if (!this.inFields) return chunk;
    let bytes: Buffer = Buffer.concat([this.rest, chunk]);
    for (let end = bytes.indexOf(0); this.inFields && end >= 0; end = bytes.indexOf(0)) {
      this.fields.push(bytes.toString('utf8', 0, end));
      bytes = bytes.subarray(end + 1);
    }
    this.rest = bytes;
    this.failed = this.inFields && bytes.length > mostFieldBytes;
    return bytes;
  }

  private get inFields(): boolean {
    return this.fields.length < 4 || this.fields.length < 4 + Number(this.fields[3]);
  }

  private finish(): void {
    const [path, objects, alternates, , ...options] = this.fields;
    this.failed = this.size === 0;
    if (this.failed) return;
    this.question = {
      quarantine: {
        GIT_QUARANTINE_PATH: path,
        GIT_OBJECT_DIRECTORY: objects,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: alternates,
      },
      options,
      commands: this.commands.subarray(0, this.size),
    };
  }
}
