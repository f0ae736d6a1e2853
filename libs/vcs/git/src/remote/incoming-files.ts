import { VcsRefusal, type LongWork, type RemoteSource } from '@holdfast/vcs-spi';
import { mustGoOn, watchedRemote, type PushRoom } from '@holdfast/vcs-spi/engine';
import type { AskedObject } from '../lfs/lfs-batch.js';
import { LargeFiles } from '../lfs/large-files.js';
import type { FoundPointers } from './lfs-pointers.js';
import { LfsSource, type FileSource } from './lfs-source.js';

/** So many are asked for at a time, as stock clients do. */
const atOnce = 100;
/** After so many in a row that could not be had, or so many answers that name none, no more are tried. */
const mostInARow = 20;
/** Nor after so many in all that could not be had: the remote says which servers are asked, and by which headers. */
const mostInAll = 200;

interface FilesTask {
  /** Of the repository. */
  directory: string;
  /** Where they lie until they are its own. */
  place: string;
  remote: RemoteSource;
  networks: readonly string[];
  /** Most bytes of one. */
  most: number;
  room: PushRoom;
  /** Bytes that have come besides. */
  before: number;
}

/** Brings large files of a remote beside a repository. What cannot be had is counted, and not waited for. */
export class IncomingFiles {
  /** How many could not be had. */
  missing = 0;
  private readonly store = new LargeFiles();
  private readonly passed = { received: 0, sent: 0 };
  private readonly failures = { inARow: 0, inAll: 0 };
  private isRefused = false;
  /** Whether files are looked for here: nobody waits for the remote meanwhile. */
  private isLooking = true;
  private known = 0;
  private done = 0;

  constructor(private readonly task: FilesTask) {}

  /** @throws VcsRefusal `no_room`, `unavailable` */
  async bring(found: AsyncIterable<FoundPointers>, { tell, ...work }: LongWork): Promise<void> {
    const { room, remote, networks } = this.task;
    const watching = { room, isOurs: () => this.isLooking };
    await watchedRemote(this.passed, watching, work, async (ending) => {
      const source = new LfsSource(remote, { networks, signal: ending });
      let before = 0;
      for await (const { objects, share } of found) {
        const wanted = await this.absent(objects, ending);
        this.missing += wanted.length;
        this.known += wanted.length;
        const isAll = share === 1 ? '' : ', and more';
        this.isLooking = false;
        await this.bringSome(source, wanted, ending, (count) => {
          const percent = 80 + 15 * (before + ((share - before) * count) / wanted.length);
          tell({ doing: `large files arrive: ${this.done} of ${this.known}${isAll}`, percent });
        });
        this.isLooking = true;
        before = share;
      }
    });
  }

  /** Those of these that the repository has not. */
  private async absent(objects: readonly AskedObject[], ending: AbortSignal): Promise<AskedObject[]> {
    const absent: AskedObject[] = [];
    for (const each of objects) {
      if ((await this.store.sizeOf(this.task.directory, each.oid)) === undefined) absent.push(each);
      mustGoOn(ending);
    }
    return absent;
  }

  /** `told`: hears how many of these have been looked at. */
  private async bringSome(
    source: LfsSource,
    wanted: readonly AskedObject[],
    ending: AbortSignal,
    told: (count: number) => void,
  ): Promise<void> {
    for (let at = 0; at < wanted.length && this.goesOn; at += atOnce) {
      const some = wanted.slice(at, at + atOnce);
      const places = await source.places(some).catch(() => undefined);
      mustGoOn(ending);
      if (!places) this.isRefused = true;
      else if (places.size === 0) this.failures.inARow += 1;
      for (const [index, each] of some.entries()) {
        const place = places?.get(each.oid);
        if (place && this.goesOn) await this.one(source, each, place);
        mustGoOn(ending);
        this.done += 1;
        told(at + index + 1);
      }
    }
  }

  private get goesOn(): boolean {
    const { inARow, inAll } = this.failures;
    return !this.isRefused && inARow < mostInARow && inAll < mostInAll;
  }

  private async one(source: LfsSource, asked: AskedObject, from: FileSource): Promise<void> {
    const { place, most } = this.task;
    if (asked.size > most) return;
    if ((await this.store.sizeOf(place, asked.oid)) !== asked.size) {
      try {
        const body = await source.open(from);
        await this.store.receive(place, asked, this.counted(body), () => Promise.resolve());
      } catch (error) {
        if (error instanceof VcsRefusal && error.code === 'no_room') throw error;
        this.failures.inARow += 1;
        this.failures.inAll += 1;
        return;
      }
    }
    this.failures.inARow = 0;
    this.missing -= 1;
  }

  private async *counted(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { room, before } = this.task;
    for await (const piece of body) {
      this.passed.received += piece.length;
      const full = await room.refusalOf(before + this.passed.received);
      if (full !== undefined) throw new VcsRefusal('no_room', full);
      yield piece;
    }
  }
}
