import { VcsRefusal, type LongWork, type RemoteSource } from '@holdfast/vcs-spi';
import { watchedRemote, type PushRoom } from '@holdfast/vcs-spi/engine';
import type { AskedObject } from '../lfs/lfs-batch.js';
import { LargeFiles } from '../lfs/large-files.js';
import { LfsSource, type FileSource } from './lfs-source.js';

/** So many are asked for at a time, as stock clients do. */
const atOnce = 100;
/** After so many in a row that could not be had, or so many answers that name none, no more are tried. */
const mostFailures = 20;

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
  private failures = 0;
  private done = 0;

  constructor(private readonly task: FilesTask) {}

  /** @throws VcsRefusal `no_room`, `unavailable` */
  async bring(objects: readonly AskedObject[], work: LongWork): Promise<void> {
    const { directory, room, remote, networks } = this.task;
    const wanted: AskedObject[] = [];
    for (const each of objects)
      if ((await this.store.sizeOf(directory, each.oid)) === undefined) wanted.push(each);
    this.missing = wanted.length;
    await watchedRemote(this.passed, { room }, work, async (ending) => {
      const source = new LfsSource(remote, { networks, signal: ending });
      for (let at = 0; at < wanted.length && this.failures < mostFailures; at += atOnce) {
        const some = wanted.slice(at, at + atOnce);
        const places = await source.places(some).catch(() => undefined);
        if (!places) break;
        if (places.size === 0) this.failures += 1;
        for (const each of some) {
          const place = places.get(each.oid);
          if (this.failures < mostFailures && place) await this.one(source, each, place);
          if (ending.aborted) throw new VcsRefusal('unavailable', 'it was stopped');
          this.done += 1;
          const percent = 80 + (this.done * 15) / wanted.length;
          work.tell({ doing: `large files arrive: ${this.done} of ${wanted.length}`, percent });
        }
      }
      if (ending.aborted) throw new VcsRefusal('unavailable', 'it was stopped');
    });
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
        this.failures += 1;
        return;
      }
    }
    this.failures = 0;
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
