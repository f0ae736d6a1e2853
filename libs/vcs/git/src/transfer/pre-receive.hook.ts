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

const mostBytes = 64 << 20;

/** Waits for the whole question; undefined when the socket ends before it is complete. */
export function readQuestion(socket: Socket): Promise<HookQuestion | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (question: HookQuestion | undefined) => {
      socket.off('data', take);
      resolve(question);
    };
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > mostBytes) return finish(undefined);
      if (chunk[chunk.length - 1] !== 0) return;
      const question = parseQuestion(Buffer.concat(chunks));
      if (question) finish(question);
    };
    socket.on('data', take);
    socket.once('close', () => finish(undefined));
    socket.on('error', () => finish(undefined));
  });
}

/** The question, or undefined while it is not complete. */
export function parseQuestion(bytes: Buffer): HookQuestion | undefined {
  let at = 0;
  const field = (): string | undefined => {
    const end = bytes.indexOf(0, at);
    if (end < 0) return undefined;
    const text = bytes.toString('utf8', at, end);
    at = end + 1;
    return text;
  };
  const [path, objects, alternates, count] = [field(), field(), field(), field()];
  if (path === undefined || objects === undefined || alternates === undefined || count === undefined)
    return undefined;
  const options: string[] = [];
  for (let left = Number(count); left > 0; left -= 1) {
    const option = field();
    if (option === undefined) return undefined;
    options.push(option);
  }
  // Only a byte that no ref can hold ends the list: a client may send a name that ends with line ends.
  const lines = field();
  if (!lines?.endsWith('\n')) return undefined;
  const commands = lines.slice(0, -1).split('\n').map(parseCommand);
  return {
    quarantine: {
      GIT_QUARANTINE_PATH: path,
      GIT_OBJECT_DIRECTORY: objects,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: alternates,
    },
    options,
    commands,
  };
}

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
