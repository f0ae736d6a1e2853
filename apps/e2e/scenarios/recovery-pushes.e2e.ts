/** @apart Ends services. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../clients/api.js';
import { git, mustGit, remoteRefs, WorkingCopy } from '../clients/git.js';
import { crashAmid, crashed, dataOf } from '../clients/installation.js';
import { scratch } from '../scratch.js';
import {
  companyAdmin,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

/** Pushes one commit after the other to a branch of its own, and remembers what was acknowledged. */
class Pusher {
  readonly attempted: string[] = [];
  readonly acknowledged: string[] = [];

  private constructor(
    readonly branch: string,
    private readonly copy: WorkingCopy,
    private readonly url: string,
  ) {}

  static async make(branch: string, url: string): Promise<Pusher> {
    return new Pusher(branch, await WorkingCopy.make(join(await scratch(), branch)), url);
  }

  async once(): Promise<boolean> {
    const commit = await this.copy.commit(`${this.branch}.txt`, `${this.attempted.length} `.repeat(2000));
    this.attempted.push(commit);
    const { status } = await this.copy.push(this.url, `HEAD:refs/heads/${this.branch}`);
    if (status === 0) this.acknowledged.push(commit);
    return status === 0;
  }

  async while(going: () => boolean): Promise<void> {
    while (going()) if (!(await this.once())) await sleep(50);
  }

  /** Whether the commit holds everything that was acknowledged. */
  async isWhole(tip: string | undefined): Promise<boolean> {
    const last = this.acknowledged.at(-1);
    if (!last) return true;
    if (!tip || !this.attempted.includes(tip)) return false;
    return (await this.copy.git('merge-base', '--is-ancestor', last, tip)).status === 0;
  }
}

describe('Pushes go on', () => {
  let admin: Person;
  let project: ProjectAt;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
  });

  /** What git and the API say of the branches, which must be the same. */
  const branches = async (cwd: string, repository: RepositoryAt): Promise<Record<string, string>> => {
    const refs = await remoteRefs(cwd, admin.in(repository.url));
    const { results } = await must(admin.api.get(`${repository.path}/branches?limit=1000`));
    expect(Object.fromEntries(results.map(({ id, commit }) => [`refs/heads/${id}`, commit]))).toEqual(refs);
    return refs;
  };

  it.each(crashed('byte process', 'repository', 'gateway', 'identity'))(
    'after a crash of the %s, with everything that was acknowledged and nothing half-written',
    async (part) => {
      const repository = await newRepository(admin, project);
      const url = admin.in(repository.url);
      const pushers = await Promise.all(['one', 'two', 'three'].map((branch) => Pusher.make(branch, url)));
      await crashAmid(part, pushers, 1);

      const copy = join(await scratch(), 'copy');
      await mustGit('/', 'clone', '-q', '--mirror', url, copy);
      const refs = await branches(copy, repository);
      for (const pusher of pushers)
        expect(await pusher.isWhole(refs[`refs/heads/${pusher.branch}`])).toBe(true);
      expect(await git(copy, 'fsck', '--strict')).toMatchObject({ status: 0 });
      const [stored] = dataOf('repository', `${repository.uuid}.git`);
      const fsck = await git(stored, '-c', `safe.directory=${stored}`, 'fsck', '--strict', '--no-dangling');
      expect([fsck.status, fsck.output]).toEqual([0, '']);
      for (const pusher of pushers) expect(await pusher.once()).toBe(true);
    },
  );
});
