import { open, type FileHandle } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** A longer text goes by way of a file: the client takes it as slowly as it likes (characters). */
const mostHeld = 64 << 10;

/**
 * Says yes on the socket of the hook. `bring`: brings what git has written to the disk, whenever its hooks ask for that
 * from then on; where it fails, no hook hears a yes.
 */
export const acceptByHook = (socket: Socket, bring?: () => Promise<void>): void => {
  if (!bring) return void socket.end('yes\n');
  socket.on('data', () => {
    void bring().then(
      () => socket.write('yes\n'),
      () => socket.destroy(),
    );
  });
  socket.write('yes\n');
};

/**
 * Says no on the socket of the hook; `lines` become the client's `remote:` lines. Many of them go to the file `path`,
 * which is removed by whoever waits for the end of git.
 */
export const refuseByHook = async (
  socket: Socket,
  lines: Iterable<string> | AsyncIterable<string>,
  path: string,
): Promise<void> => {
  let text = '';
  let file: FileHandle | undefined;
  try {
    for await (const line of lines) {
      text += `${oneLine(line)}\n`;
      if (text.length < mostHeld) continue;
      file ??= await open(path, 'w', 0o600);
      await file.appendFile(text);
      text = '';
    }
    await file?.appendFile(text);
  } finally {
    await file?.close();
  }
  socket.end(file ? `see\n${path}\n` : `no\n${text}`);
};

const oneLine = (text: string): string => {
  return text.replace(/\p{Cc}+/gu, ' ');
};
