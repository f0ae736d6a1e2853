import { access } from '../system.js';
import { newRepository, type Person, type ProjectAt, type RepositoryAt } from '../world.js';
import { authorization, must, type ApiPage } from './api.js';
import { makeHistory, type MadeHistory } from './kind-histories.js';
import type { TestedKind } from './tested-kinds.js';

/** A history in a repository of some kind, and what the API says of it; `below` follows the path of the repository. */
export class ShownHistory {
  private constructor(
    readonly made: MadeHistory,
    private readonly admin: Person,
    private readonly repository: RepositoryAt,
  ) {}

  /** `other`: who may write there, too. */
  static async of(
    { type, attributes }: TestedKind,
    project: ProjectAt,
    admin: Person,
    other: Person,
  ): Promise<ShownHistory> {
    const repository = await newRepository(admin, project, type, attributes);
    return new ShownHistory(await makeHistory[type](admin, other, repository), admin, repository);
  }

  page(below: string): Promise<ApiPage> {
    return must(this.admin.api.get(this.repository.path + below));
  }

  /** One attribute of all results. */
  async told(below: string, attribute = 'id'): Promise<unknown[]> {
    return (await this.page(below)).results.map((each) => each[attribute]);
  }

  /** With which status it is answered, and what is wrong with it. */
  async refused(below: string): Promise<unknown[]> {
    const { status, body } = await this.admin.api.get(this.repository.path + below);
    return [below, status, body.api_errors];
  }

  /** The bytes of a file or an archive. */
  get(below: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
    return fetch(`${access.api_url}${this.repository.path}${below}`, {
      method,
      headers: { authorization: authorization(this.admin.keys), ...headers },
    });
  }

  /** When a commit was made. */
  async timeOf(id: string): Promise<string> {
    return String((await this.page(`/commits/${id}`)).committed_at);
  }
}
