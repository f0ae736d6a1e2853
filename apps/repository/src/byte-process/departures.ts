import { PeerRefused, type BytePeers } from '@holdfast/platform/byte-ports';
import { TooManyFiles } from '@holdfast/platform/files';
import { VcsRefusal, type VcsEngine } from '@holdfast/vcs-spi';
import { Departure, type CopyRound } from '../relocation/departure.js';
import type { Departing } from './messages.js';

interface Leaving {
  departure: Departure;
  engine: VcsEngine;
  directory: string;
}

/** The repositories that are being copied to other nodes, by the names of the copies. */
export class Departures {
  private readonly leaving = new Map<string, Leaving>();

  constructor(private readonly peers: BytePeers) {}

  /** @throws VcsRefusal `remote` where this node does not connect to the other */
  begin({ name, directory, destination }: Departing, engine: VcsEngine): void {
    try {
      const departure = new Departure(directory, destination, this.peers, engine.lasting);
      this.leaving.set(name, { departure, engine, directory });
    } catch (error) {
      throw error instanceof PeerRefused ? new VcsRefusal('remote', error.message) : error;
    }
  }

  /** @throws VcsRefusal `too_large` where it has more files than are carried */
  async copy(name: string): Promise<CopyRound> {
    try {
      return await this.of(name).departure.round();
    } catch (error) {
      throw error instanceof TooManyFiles ? new VcsRefusal('too_large', error.message) : error;
    }
  }

  copied(name: string): number | undefined {
    return this.leaving.get(name)?.departure.bytes;
  }

  async place(name: string): Promise<{ there: string; here: string }> {
    const { departure, engine, directory } = this.of(name);
    const [there, here] = await Promise.all([departure.place(), engine.summary(directory)]);
    return { there, here };
  }

  end(name: string): void {
    this.leaving.get(name)?.departure.end();
    this.leaving.delete(name);
  }

  private of(name: string): Leaving {
    const found = this.leaving.get(name);
    if (!found) throw new Error('the copy is over');
    return found;
  }
}
