import type pg from 'pg';
import type { Installation } from '../installation/installation.js';
import { nodeOfRepository } from './catalogue.query.js';
import { connectTo } from './connection.js';

/** The catalogue of repositories as it is now, while a snapshot stays what it was. */
export class LiveCatalogue {
  private constructor(private readonly client: pg.Client) {}

  static async open(installation: Installation): Promise<LiveCatalogue> {
    return new LiveCatalogue(await connectTo(installation, 'repository'));
  }

  /** Where a repository is; undefined: it is no more. */
  async nodeOf(uuid: string): Promise<string | undefined> {
    return (await this.client.query<{ node: string }>(nodeOfRepository, [uuid])).rows[0]?.node;
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
