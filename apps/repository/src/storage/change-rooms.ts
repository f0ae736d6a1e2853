import { randomUUID } from 'node:crypto';
import { limitedOwner } from '@holdfast/contracts';
import { actor, DomainError, projectOf, repositoryOf, type CallContext } from '@holdfast/kernel';
import { deepWeight } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { Placement } from '../placement/placement.js';
import { PushRooms } from './push-rooms.js';

/** The room of what the API writes into a repository, under the storage limits that are over it. */
@Injectable()
export class ChangeRooms {
  constructor(
    private readonly placement: Placement,
    private readonly rooms: PushRooms,
  ) {}

  /**
   * Does the work while so many bytes are held for it; they are until they have been measured.
   * @throws DomainError `storage_full` where there is no room for them
   */
  async during<T>(ctx: CallContext, bytes: number, work: () => Promise<T>): Promise<T> {
    const repository = repositoryOf(ctx);
    const storage = limitedOwner(actor(ctx).company, projectOf(ctx), repository);
    if (!storage) return work();
    const transfer = randomUUID();
    const directory = this.placement.directory(repository);
    try {
      const room = await this.rooms.room({ transfer, directory, principal: { storage }, bytes });
      if ('refused' in room) throw new DomainError('storage_full', { reason: room.refused });
      return await work();
    } finally {
      this.rooms.left(transfer);
    }
  }

  /**
   * The same for a new ref (its full name): few are asked for, since a file more or less is no matter. Those with many
   * parts take megabytes where names are directories.
   */
  async duringNew<T>(
    ctx: CallContext,
    { namesAreDirectories }: { readonly namesAreDirectories: boolean },
    ref: string,
    work: () => Promise<T>,
  ): Promise<T> {
    const bytes = namesAreDirectories ? deepWeight(ref) : 0;
    return bytes === 0 ? work() : this.during(ctx, bytes, work);
  }
}
