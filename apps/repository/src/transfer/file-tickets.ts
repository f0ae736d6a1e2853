import type { OpenedBytes } from '@holdfast/contracts';
import { actor, repositoryOf, shareOf, type CallContext } from '@holdfast/kernel';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { ByteProcess } from '../byte-process/byte-process.js';
import { unavailableInstead } from '../placement/engine-link.js';
import { Placement } from '../placement/placement.js';

/** The one thing that is asked with such a ticket. */
const path = '/file';

/** What is in a repository, besides the transfers of its kind. */
type Asked = Pick<TransferGrant, 'file'> | Pick<TransferGrant, 'archive'>;

/** Opens files and archives of repositories: their bytes flow through the byte process. */
@Injectable()
export class FileTickets {
  constructor(
    private readonly bytes: ByteProcess,
    private readonly placement: Placement,
  ) {}

  /** `headers`: what the client says of conditions and ranges. */
  async open(ctx: CallContext, asked: Asked, headers: Record<string, string>): Promise<OpenedBytes> {
    const repository = repositoryOf(ctx);
    const principal = actor(ctx);
    const grant = {
      kind: repository.type,
      service: 'file',
      exchange: { method: 'GET', path, headers },
      directory: this.placement.directory(repository),
      repository: repository.uuid,
      principal: { requestId: ctx.requestId },
      owner: { company: principal.company.uuid, account: shareOf(principal) },
      ...asked,
    };
    return { path, ...(await this.bytes.open(grant).catch(unavailableInstead)) };
  }
}
