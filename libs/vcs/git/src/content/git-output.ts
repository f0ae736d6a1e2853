import type { TransferGrant } from '@holdfast/vcs-spi';
import type { GitCommand } from '../process/git-command.js';
import type { GitProcesses } from '../process/git-processes.js';
import { type TransferClient, WorkDeadline } from '@holdfast/vcs-spi/engine';

/** `working`: how long the command may work, as `WorkDeadline` counts (ms); `owner`: for whom. */
interface OutputBounds {
  owner: TransferGrant['owner'];
  memory?: number;
  working?: number;
}

/**
 * What a command says, piece by piece, for one client: it is ended when nobody reads on, or the client is gone.
 * @throws BodyFailure `late` where it works too long
 * @throws Error where it did not say everything
 */
export async function* outputFor(
  client: TransferClient,
  processes: GitProcesses,
  command: GitCommand,
  { owner, memory, working }: OutputBounds,
): AsyncGenerator<Buffer, void> {
  const options = { yielding: true, memory, signal: client.gone, sharedBy: owner };
  const child = processes.start(command, ['ignore', 'pipe', 'ignore'], options);
  const closed = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.once('error', () => resolve(null));
  });
  const stop = (): void => processes.end(child);
  const deadline =
    working === undefined ? undefined : new WorkDeadline(client, () => client.movedBytes, working, stop);
  try {
    for await (const piece of child.stdout ?? []) yield piece as Buffer;
    if ((await closed) !== 0) throw deadline?.failure ?? new Error(`git ${command.command} failed`);
  } finally {
    deadline?.end();
    stop();
  }
}
