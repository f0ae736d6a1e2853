import { randomBytes } from 'node:crypto';
import { scratch, unique } from '../scratch.js';
import { newRepository, type Person, type ProjectAt } from '../world.js';
import { must, type ApiPage } from './api.js';
import { sha256 } from './deployer.js';
import { SteadyUser } from './steady-users.js';

/** Every so many files there is one that no gateway stores by itself. */
const largeEvery = 8;
const large = 20 * 2 ** 20;

/** Reads and changes by the API, with one request after the other. */
export class SteadyApiUser extends SteadyUser {
  private readonly branches: string[] = [];
  private root = '';

  static async of(admin: Person, project: ProjectAt): Promise<SteadyApiUser> {
    const user = new SteadyApiUser(admin, await newRepository(admin, project), 'api', await scratch());
    const first = { branch: 'main', message: 'm', modified: [{ path: 'a', content: 'a' }] };
    user.root = (await must(admin.api.post(`${user.repository.path}/commits`, first), 201)).id;
    return user;
  }

  protected async once(): Promise<void> {
    const { api } = this.admin;
    const { path } = this.repository;
    const id = unique('b');
    await must(api.post(`${path}/branches`, { id, commit: this.root }), 201);
    this.branches.push(id);
    await must(api.get(`${path}/branches/${id}`));
    await must(api.get(`${path}/commits/${this.root}`));
    await must(api.get('/projects?limit=5'));
    await must(api.put(path, { description: id }));
    expect((await must(api.get(path))).description).toBe(id);
  }

  async check(): Promise<void> {
    const seen: string[] = [];
    for (let page: ApiPage | undefined; page?.metadata.more_results !== false;) {
      const offset = page?.metadata.next_offset ?? 0;
      page = await must(this.admin.api.get(`${this.repository.path}/branches?limit=100&offset=${offset}`));
      seen.push(...page.results.map(({ id }) => id));
    }
    expect(seen.sort()).toEqual(['main', ...this.branches].sort());
  }
}

/** Deploys files as Maven does, small ones and large ones, and fetches them. */
export class SteadyDeployer extends SteadyUser {
  private readonly deployed = new Map<string, string>();

  static async of(admin: Person, project: ProjectAt): Promise<SteadyDeployer> {
    const repository = await newRepository(admin, project, 'maven');
    return new SteadyDeployer(admin, repository, 'maven', await scratch());
  }

  protected async once(): Promise<void> {
    const size = this.rounds % largeEvery === largeEvery - 1 ? large : 40_000;
    const content = new Uint8Array(randomBytes(size));
    const version = `${this.rounds + 1}`;
    const path = `org/example/some/${version}/some-${version}.jar`;
    const digest = sha256(content);
    await this.put(path, content);
    this.deployed.set(path, digest);
    await this.put(`${path}.sha256`, new TextEncoder().encode(digest));
    expect(await this.digestOf(path)).toBe(digest);
  }

  async check(): Promise<void> {
    for (const [path, digest] of this.deployed)
      expect([path, await this.digestOf(path)]).toEqual([path, digest]);
  }

  private async put(path: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
    const answer = await fetch(this.at(path), { method: 'PUT', headers: this.headers, body });
    expect([path, answer.status, await answer.text()]).toEqual([path, 201, expect.anything()]);
  }

  private async digestOf(path: string): Promise<string> {
    const answer = await fetch(this.at(path), { headers: this.headers });
    const content = new Uint8Array(await answer.arrayBuffer());
    return answer.status === 200 ? sha256(content) : `${answer.status}`;
  }

  private get headers(): Record<string, string> {
    return { authorization: this.admin.basic };
  }

  private at(path: string): string {
    return `${this.repository.url}/${path}`;
  }
}
