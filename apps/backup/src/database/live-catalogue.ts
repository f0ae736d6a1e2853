import type pg from 'pg';
import type { Installation } from '../installation/installation.js';
import { nodeOfRepository } from './catalogue.query.js';
import { connectAs } from './connection.js';

/** The catalogue of repositories as it is now, while a snapshot stays what it was. */
export class LiveCatalogue {
  private constructor(private readonly client: pg.Client) {}

  static async open({ schemas }: Installation): Promise<LiveCatalogue> {
    const owner = schemas.find(({ name }) => name === 'repository');
    if (!owner) throw new Error('the installation has no schema repository');
    return new LiveCatalogue(await connectAs(owner));
  }

  /** Where a repository is; undefined: it is no more. */
  async nodeOf(uuid: string): Promise<string | undefined> {
    return (await this.client.query<{ node: string }>(nodeOfRepository, [uuid])).rows[0]?.node;
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
