import { Injectable } from '@nestjs/common';
import { PushesInFlight } from '../branch/pushes-in-flight.js';

/** All of a repository. */
const all = '*';
/** They are no pushes to branches of it. */
const placeOf = (repository: string): string => `remote of ${repository}`;

/**
 * Changes by works with remotes, here or at the other side, that have begun. Whoever changes what such a work is to do
 * changes it first, and then waits here: nothing is done any more after that by what was there before.
 */
@Injectable()
export class RemoteChanges {
  constructor(private readonly changes: PushesInFlight) {}

  /** Makes a change. What it is made by is to be looked at once it has begun. */
  during<T>(repository: string, work: () => Promise<T>): Promise<T> {
    return this.changes.during(placeOf(repository), [all], work);
  }

  /** @throws DomainError `unavailable` where one does not end in time */
  settled(repository: string): Promise<void> {
    return this.changes.settled(placeOf(repository), all);
  }
}
