import { isDeepStrictEqual } from 'node:util';
import { access } from '../system.js';
import type { Person, RepositoryAt } from '../world.js';
import { authorization, must } from './api.js';

/** What the API says of a repository, of which all is kept that is otherwise than somebody else says. */
export class ComparedRepository {
  readonly differences: unknown[] = [];
  asked = 0;

  constructor(
    private readonly admin: Person,
    private readonly repository: RepositoryAt,
  ) {}

  /** `path`: below the repository's. */
  async got(path: string) {
    return must(this.reply(path), 200);
  }

  reply(path: string) {
    this.asked += 1;
    return this.admin.api.get(`${this.repository.path}/${path}`);
  }

  async bytes(path: string): Promise<Buffer> {
    this.asked += 1;
    const headers = { authorization: authorization(this.admin.keys) };
    const answer = await fetch(`${access.api_url}${this.repository.path}/${path}`, { headers });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  same(what: string, shown: unknown, wanted: unknown): void {
    if (!isDeepStrictEqual(shown, wanted)) this.differences.push({ what, shown, wanted });
  }
}
