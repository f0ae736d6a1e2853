import type { ServerResponse } from 'node:http';
import { VcsRefusal, type ArchiveGrant, type TransferGrant } from '@holdfast/vcs-spi';
import type { GitCommand } from '../process/git-command.js';
import type { GitProcesses } from '../process/git-processes.js';
import type { ObjectReaders } from '../reading/object-readers.js';
import { walk } from '../reading/path-walk.js';
import {
  give,
  BodyFailure,
  TransferClient,
  type TransferTurns,
  refuse,
  archiveInTurn,
} from '@holdfast/vcs-spi/engine';
import type { TransferLimits } from '../transfer/transfer-limits.js';
import { outputFor } from './git-output.js';
import { ReferenceStates } from './references-state.js';

/** The directories on the way to a path are looked through for so long (ms). */
const walking = 10_000;

type Granted = TransferGrant & { archive: ArchiveGrant };

/** Sends archives as git makes them, at the speed of their client. Nothing of them is kept. */
export class ArchiveTransfer {
  private readonly references: ReferenceStates;

  /** `turns`: of all archives, whichever door they leave by. */
  constructor(
    private readonly processes: GitProcesses,
    private readonly objects: ObjectReaders,
    private readonly turns: TransferTurns,
    private readonly limits: Pick<TransferLimits, 'archiveMemory' | 'archiveWork' | 'idle'>,
  ) {
    this.references = new ReferenceStates(processes);
  }

  async exchange(grant: Granted, response: ServerResponse): Promise<void> {
    const send = (headers: Record<string, string>, client: TransferClient): Promise<void> =>
      this.send(grant, headers, response, client);
    const { gone } = TransferClient.of(response, this.limits.idle);
    const state = await this.references.of(grant, gone);
    await archiveInTurn(this.turns, this.limits.idle, grant, response, send, state);
  }

  private async send(
    grant: Granted,
    headers: Record<string, string>,
    response: ServerResponse,
    client: TransferClient,
  ): Promise<void> {
    let whole = false;
    let late: BodyFailure | undefined;
    try {
      const command = await this.commandFor(grant);
      const { archiveMemory: memory, archiveWork: working } = this.limits;
      for await (const piece of outputFor(client, this.processes, command, {
        ...{ owner: grant.owner, memory, working },
      })) {
        if (!response.headersSent) response.writeHead(200, headers);
        await give(piece, response, client);
      }
      whole = true;
    } catch (error) {
      if (error instanceof BodyFailure && error.cause === 'late') late = error;
      // A client that does not take it, a path that nobody could look up, or git that failed: the answer breaks off.
    }
    if (whole) response.end();
    else if (response.headersSent) response.destroy();
    else refuse(response, late?.status ?? 500, late?.message ?? 'git failed on the server');
  }

  private async commandFor({ directory, owner, archive }: Granted): Promise<GitCommand> {
    const { commit, format, path, prefix } = archive;
    const flags = [`--format=${format}`, ...(prefix === undefined ? [] : [`--prefix=${prefix}`])];
    const command = { command: 'archive' as const, directory, flags, ids: [commit] };
    if (path === undefined) return command;
    const reading = { owner, deadline: Date.now() + walking };
    const found = await this.objects.read(directory, reading, (reader, { signal }) =>
      walk(reader, commit, path, signal),
    );
    if (!found) throw new VcsRefusal('unavailable', 'the path is there no longer');
    return { ...command, path: found.path };
  }
}
