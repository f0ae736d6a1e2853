import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../../clients/api.js';
import { Deployer, sha256 } from '../../clients/deployer.js';
import { git, mustGit, remoteRefs } from '../../clients/git.js';
import { Committer, Pusher } from '../../clients/git-writers.js';
import { StatusWitness } from '../../clients/status-witness.js';
import { scratch } from '../../scratch.js';
import { newProject, newRepository, Person } from '../../world.js';

const parts = ['one', 'two'];

/** Two people who push, two who commit over the API and two who upload, by way of a witness; what they were told. */
export class FaultLoad {
  private going = true;
  private readonly work: Promise<unknown>;

  private constructor(
    private readonly admin: Person,
    readonly witness: StatusWitness,
    private readonly url: string,
    private readonly files: string,
    private readonly pushers: readonly Pusher[],
    private readonly committers: readonly Committer[],
    private readonly deployers: readonly Deployer[],
  ) {
    this.work = Promise.all(
      [...pushers, ...committers, ...deployers].map((each) => each.while(() => this.going)),
    );
  }

  /** `admin`: of the installation; `site`: where its gateway is, or another one's. */
  static async before(admin: Person, site: string): Promise<FaultLoad> {
    const project = await newProject(admin);
    const repository = await newRepository(admin, project);
    const maven = await newRepository(admin, project, 'maven');
    const first = { branch: 'main', message: 'm', modified: [{ path: 'a', content: 'a' }] };
    const { id: root } = await must(admin.api.post(`${repository.path}/commits`, first), 201);
    const witness = await StatusWitness.before(site);
    const { company, id, password, base } = admin;
    const watched = await Person.login(company, id, password, witness.at(base));
    const url = admin.in(witness.at(repository.url));
    return new FaultLoad(
      admin,
      witness,
      admin.in(repository.url),
      maven.url,
      await Promise.all(['push', 'push-too'].map((branch) => Pusher.make(branch, url))),
      ['api', 'api-too'].map((branch) => new Committer(branch, watched, repository, root)),
      parts.map((part) => new Deployer(`${witness.at(maven.url)}/${part}`, watched)),
    );
  }

  /** How much was acknowledged to each. */
  get counts(): number[] {
    return [
      ...[...this.pushers, ...this.committers].map(({ acknowledged }) => acknowledged.length),
      ...this.deployers.map(({ acknowledged }) => acknowledged.size),
    ];
  }

  /** Resolves when everybody has more than that; answers after how long (ms). */
  async more(than = this.counts, milliseconds = 120_000): Promise<number> {
    for (const from = Date.now(); ; await sleep(20)) {
      const waited = Date.now() - from;
      if (this.counts.every((count, at) => count > than[at])) return waited;
      if (waited > milliseconds)
        throw new Error(`not all go on: ${than.join(' ')} → ${this.counts.join(' ')}`);
    }
  }

  async end(): Promise<void> {
    this.going = false;
    await this.work;
    this.witness.close();
  }

  /** How much of what was acknowledged is not there, or is not what it was. What is there is whole. */
  async lost(): Promise<number> {
    const copy = join(await scratch(), 'copy');
    await mustGit('/', 'clone', '-q', '--mirror', this.url, copy);
    await mustGit(copy, 'fsck', '--strict');
    const refs = await remoteRefs(copy, this.url);
    for (const pusher of this.pushers)
      expect([pusher.branch, await pusher.isWhole(refs[`refs/heads/${pusher.branch}`])]).toEqual([
        pusher.branch,
        true,
      ]);
    let lost = 0;
    for (const { branch, acknowledged } of [...this.pushers, ...this.committers]) {
      const { status, stdout } = await git(copy, 'rev-list', `refs/heads/${branch}`);
      const there = new Set(status === 0 ? stdout.split('\n') : []);
      lost += acknowledged.filter((commit) => !there.has(commit)).length;
    }
    for (const [at, part] of parts.entries())
      for (const [path, digest] of this.deployers[at].acknowledged)
        if ((await this.digestOf(`${part}/${path}`)) !== digest) lost += 1;
    return lost;
  }

  private async digestOf(path: string): Promise<string> {
    const found = await fetch(`${this.files}/${path}`, { headers: { authorization: this.admin.basic } });
    const content = new Uint8Array(await found.arrayBuffer());
    return found.status === 200 ? sha256(content) : `${found.status}`;
  }
}
