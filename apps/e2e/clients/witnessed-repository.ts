import {
  companyAdmin,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';
import { eventually } from '../scratch.js';
import { must } from './api.js';
import { dataOf } from './installation.js';
import { RefStory } from './ref-story.js';

/** A new repository of the first company's admin, and whoever hears what is told of it. */
export class WitnessedRepository {
  private constructor(
    readonly admin: Person,
    readonly project: ProjectAt,
    readonly repository: RepositoryAt,
    readonly sshUrl: string,
    private readonly type: string,
    private readonly story: RefStory,
  ) {}

  static async make(
    type: 'git' | 'mercurial' | 'subversion',
    attributes: object = {},
  ): Promise<WitnessedRepository> {
    const admin = await companyAdmin();
    const story = await RefStory.begin();
    const project = await newProject(admin);
    const repository = await newRepository(admin, project, type, attributes);
    const { ssh_url } = await must(admin.api.get(repository.path));
    return new WitnessedRepository(admin, project, repository, String(ssh_url), type, story);
  }

  end(): Promise<void> {
    return this.story.end();
  }

  /** With credentials. */
  get url(): string {
    return this.admin.in(this.repository.url);
  }

  /** Its directory on the disk. */
  get stored(): string {
    return dataOf('repository', `${this.repository.uuid}.${this.type}`)[0];
  }

  /** Commits by name, as the API lists them. */
  async names(what: 'branches' | 'bookmarks'): Promise<Record<string, string>> {
    const { results } = await must(this.admin.api.get(`${this.repository.path}/${what}?limit=1000`));
    return Object.fromEntries(results.map(({ id, commit }) => [id, String(commit)]));
  }

  /** What the events say of where the refs are must be this, once they are all there. */
  async mustTell(refs: Record<string, string>): Promise<void> {
    const told = () => this.story.ends(this.repository);
    const isTold = async () => JSON.stringify(sorted((await told()).refs)) === JSON.stringify(sorted(refs));
    await eventually(async () => (await isTold()) || undefined, 60_000).catch(() => undefined);
    expect(await told()).toEqual({ refs, lost: [] });
  }

  /** What the changes that were told made, once there are so many of them. */
  async toldOf(count: number): Promise<(string | undefined)[]> {
    const told = async () => (await this.story.of(this.repository)).map((each) => each.new);
    await eventually(async () => (await told()).length >= count || undefined, 60_000).catch(() => undefined);
    return told();
  }
}

const sorted = (refs: Record<string, string>): [string, string][] =>
  Object.entries(refs).sort(([one], [other]) => (one < other ? -1 : 1));
