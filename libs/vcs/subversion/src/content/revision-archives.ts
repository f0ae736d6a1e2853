import type { ServerResponse } from 'node:http';
import type { ArchiveGrant, TransferGrant } from '@holdfast/vcs-spi';
import { give, archiveInTurn, refuse, type TransferClient, TransferTurns } from '@holdfast/vcs-spi/engine';
import type { SubversionReader } from '../reading/subversion-reader.js';
import { linkMark } from '../reading/tree-entry.js';
import type { SubversionLimits } from '../transfer/subversion-limits.js';
import type { ArchiveMember } from './archive-member.js';
import { PackedFiles, type PackedFile } from './packed-files.js';
import { tarGz } from './tar-archive.js';
import { zip } from './zip-archive.js';

type Granted = TransferGrant & { archive: ArchiveGrant };

const writers = { 'tar.gz': tarGz, zip };

/** What is longer is no target (bytes): it is sent as a file. */
const longestTarget = 4096;

/** Sends archives of the files of a revision, made while they are sent. Nothing of them is kept. */
export class RevisionArchives {
  private readonly turns: TransferTurns;

  constructor(
    private readonly reader: SubversionReader,
    private readonly limits: Pick<SubversionLimits, 'archives' | 'queue' | 'idle'>,
  ) {
    this.turns = new TransferTurns(limits.archives, limits.queue);
  }

  exchange(grant: Granted, response: ServerResponse): Promise<void> {
    return archiveInTurn(this.turns, this.limits.idle, grant, response, (headers, client) =>
      this.send(grant, headers, response, client),
    );
  }

  private async send(
    grant: Granted,
    headers: Record<string, string>,
    response: ServerResponse,
    client: TransferClient,
  ): Promise<void> {
    const { commit, format } = grant.archive;
    try {
      const asked = this.asked(grant);
      let at = 0;
      const revision = Number(commit);
      await this.reader.log({ ...asked, peg: revision, start: revision, end: revision, limit: 1 }, (item) => {
        at = item.at;
        return true;
      });
      for await (const piece of writers[format](this.members(grant, client), at)) {
        if (!response.headersSent) response.writeHead(200, headers);
        await give(piece, response, client);
        if (client.gone.aborted) return void response.destroy();
      }
      response.end();
    } catch {
      // A client that does not take it, or a server that went away: the answer breaks off.
      if (response.headersSent) response.destroy();
      else refuse(response, 503, 'the archive could not be made, try again');
    }
  }

  private async *members(grant: Granted, client: TransferClient): AsyncGenerator<ArchiveMember> {
    const { commit, path = '', prefix = '' } = grant.archive;
    const files = new PackedFiles();
    // All of them first: where there are too many, the answer says so.
    for await (const file of this.reader.files(this.asked(grant), commit, path)) {
      if (client.gone.aborted) return;
      files.add(file);
    }
    for (const file of files) yield await this.member(grant, file, prefix, client);
  }

  private async member(
    grant: Granted,
    { path, size = 0, isExecutable, isSpecial }: PackedFile,
    prefix: string,
    client: TransferClient,
  ): Promise<ArchiveMember> {
    const contents = async (): Promise<AsyncIterable<Buffer>> => {
      const answer = await this.reader.file(this.asked(grant), grant.archive.commit, path, client.gone);
      if (!answer) throw new Error('a file of a revision is gone');
      return answer as AsyncIterable<Buffer>;
    };
    const member = { path: `${prefix}${path}`, isExecutable: isExecutable === true, size, contents };
    if (!isSpecial || size > longestTarget) return member;
    const pieces: Buffer[] = [];
    for await (const piece of await contents()) pieces.push(piece);
    return { ...member, target: Buffer.concat(pieces).toString().slice(linkMark.length) };
  }

  private asked({ directory, owner }: Granted) {
    return { directory, reading: { owner, deadline: Date.now() + this.limits.queue } };
  }
}
