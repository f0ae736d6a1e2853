import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Socket } from 'node:net';

/**
 * The hook that git runs once the objects of a push lie in quarantine and before any ref moves. It asks over
 * descriptor 3, a socket that git's children inherit, and waits for `yes`, or for `no` and the text for the
 * client. An engine that dies leaves it without an answer, which is a no.
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
  *) echo 'the server could not decide about this push, try again' >&2 ;;
esac
exit 1
`;

/** Writes the hook to `<directory>/pre-receive` and answers the directory, for \`core.hooksPath\`. */
export async function installHook(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const fresh = join(directory, `.pre-receive.${process.pid}`);
  await writeFile(fresh, script, { mode: 0o700 });
  await rename(fresh, join(directory, 'pre-receive'));
  return directory;
}

/** What the hook asks. */
export interface HookQuestion {
  /** The environment in which git sees the objects of the push as well. */
  quarantine: Record<string, string>;
  options: string[];
  commands: { old: string; new: string; ref: string }[];
}

/**
 * Waits for the whole question; undefined when the socket ends first or has ended, or it has more than `most` bytes.
 */
export function readQuestion(socket: Socket, most: number): Promise<HookQuestion | undefined> {
  return new Promise((resolve) => {
    const reader = new QuestionReader();
    let size = 0;
    const finish = (question: HookQuestion | undefined) => {
      socket.off('data', take);
      resolve(question);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      reader.read(chunk);
      if (reader.question) finish(reader.question);
      else if (size > most || reader.failed) finish(undefined);
    };
    socket.on('data', take);
    socket.once('close', () => finish(undefined));
    socket.on('error', () => finish(undefined));
    // Nothing is told of an end that came before we listened.
    if (socket.closed) finish(undefined);
  });
}

/** Takes the question as it comes: it may have many commands, which are not kept twice. */
export class QuestionReader {
  /** Once it is whole. */
  question: HookQuestion | undefined;
  /** It will never be whole. */
  failed = false;
  private rest: Buffer = Buffer.alloc(0);
  private readonly fields: string[] = [];
  private commands: HookQuestion['commands'] = [];

  read(chunk: Buffer): void {
    let bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    // Only a byte that no ref can hold ends the list: a client may send a name that ends with line ends.
    for (let end = this.endIn(bytes); end >= 0; end = this.endIn(bytes)) {
      if (this.inFields) this.fields.push(bytes.toString('utf8', 0, end));
      else if (bytes[0] === 0) return this.finish();
      else this.commands.push(parseCommand(bytes.toString('utf8', 0, end)));
      bytes = bytes.subarray(end + 1);
    }
    this.rest = Buffer.from(bytes);
  }

  private get inFields(): boolean {
    return this.fields.length < 4 || this.fields.length < 4 + Number(this.fields[3]);
  }

  private endIn(bytes: Buffer): number {
    return this.inFields || bytes[0] === 0 ? bytes.indexOf(0) : bytes.indexOf(0x0a);
  }

  private finish(): void {
    const [path, objects, alternates, , ...options] = this.fields;
    this.failed = this.commands.length === 0;
    if (this.failed) return;
    this.question = {
      quarantine: {
        GIT_QUARANTINE_PATH: path,
        GIT_OBJECT_DIRECTORY: objects,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: alternates,
      },
      options,
      commands: this.commands,
    };
    this.commands = [];
  }
}

/** The first 82 characters are ids and blanks; the rest is the name, whatever it holds. */
function parseCommand(line: string): HookQuestion['commands'][number] {
  return { old: line.slice(0, 40), new: line.slice(41, 81), ref: line.slice(82) };
}

/** The answer on the socket; `reasons` become the client's `remote:` lines. */
export function answerHook(socket: Socket, accepted: boolean, reasons: readonly string[] = []): void {
  socket.end(accepted ? 'yes\n' : `no\n${reasons.map((reason) => `${oneLine(reason)}\n`).join('')}`);
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
