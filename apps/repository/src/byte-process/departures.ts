import type { VcsEngine } from '@holdfast/vcs-spi';
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

  begin({ name, directory, destination }: Departing, engine: VcsEngine): void {
    const departure = new Departure(directory, destination, engine.lasting);
    this.leaving.set(name, { departure, engine, directory });
  }

  copy(name: string): Promise<CopyRound> {
    return this.of(name).departure.round();
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
