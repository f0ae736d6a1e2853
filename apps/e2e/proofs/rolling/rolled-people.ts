import { setTimeout as sleep } from 'node:timers/promises';
import { Balancer } from '../../clients/balancer.js';
import { SshClient } from '../../clients/ssh.js';
import { SteadyApiUser, SteadyDeployer } from '../../clients/steady-requests.js';
import { SteadyGitUser, steadyKinds, type SteadyUser } from '../../clients/steady-users.js';
import { access } from '../../system.js';
import { newCompany, newProject, Person, type ProjectAt } from '../../world.js';
import { RolledParts } from './rolled-parts.js';
import { writeReport } from '../../clients/coverage-report.js';

/** Between two replacements (ms). */
const rest = 2_000;

/** What is replaced in an installation, with a name for the report. */
export type Replacement = [name: string, done: () => Promise<void>];

/** People of all kinds who work through a balancer and two gateways, and whom no refusal is expected to meet. */
export class RolledPeople {
  private constructor(
    private readonly balancer: Balancer,
    readonly parts: RolledParts,
    /** Of all their repositories. */
    readonly admin: Person,
    private readonly users: readonly SteadyUser[],
  ) {}

  static async begin(): Promise<RolledPeople> {
    const balancer = await Balancer.start();
    const parts = await RolledParts.behind(balancer);
    const { company, id, password } = await newCompany();
    const admin = await Person.login(company, id, password, `${siteAt(balancer)}/api`);
    const project = await newProject(admin);
    const machine = await SshClient.of(admin);
    machine.instead = { of: new URL('/', access.ssh_url).href, to: sshAt(balancer) };
    const kinds = await Promise.all(
      steadyKinds.map(async (each) => ((await isKnown(admin, project, each.type)) ? [each.kind] : [])),
    );
    const users = await Promise.all([
      ...[SteadyApiUser.of(admin, project), SteadyApiUser.of(admin, project)],
      SteadyGitUser.of(admin, project, machine),
      ...kinds.flat().map((kind) => kind.of(admin, project, machine)),
      ...[SteadyDeployer.of(admin, project), SteadyDeployer.of(admin, project)],
    ]);
    return new RolledPeople(balancer, parts, admin, users);
  }

  /** Where the balancer is. */
  get site(): string {
    return siteAt(this.balancer);
  }

  /** Each does all that he does, once. */
  async round(): Promise<void> {
    await Promise.all(this.users.map((each) => each.while(() => false, 1)));
  }

  /** All that they were told is there, and nothing else. */
  async check(): Promise<void> {
    for (const user of this.users) await user.check();
  }

  /**
   * Does the steps while all work; fails if anybody was told of it, or something is lost. Writes how long the longest
   * round of each took to coverage/`report`.md, and to who asked.
   */
  async during(steps: readonly Replacement[], report: string): Promise<void> {
    const lines: string[] = [];
    let going = true;
    const work = this.users.map((each) => each.while(() => going, 1));
    for (const each of work) each.catch(() => (going = false));
    try {
      await sleep(rest);
      for (const [name, done] of steps) {
        if (!going) break;
        const from = Date.now();
        const before = this.users.map((each) => (each.takeLongest(), each.rounds));
        await done();
        await sleep(rest);
        const longest = this.users.map(
          (each, at) =>
            `${each.kind} ${(each.takeLongest() / 1_000).toFixed(1)} s (${each.rounds - before[at]})`,
        );
        lines.push(`| ${name} | ${((Date.now() - from) / 1_000).toFixed(1)} s | ${longest.join(', ')} |`);
      }
    } finally {
      going = false;
      await writeReport(report, [
        '| replaced | in | the longest round of each, and how many he did |',
        ...lines,
      ]);
      await Promise.allSettled(work);
    }
    await Promise.all(work);
    await this.check();
  }

  async end(): Promise<void> {
    await this.parts.end();
    this.balancer.close();
  }
}

const siteAt = (balancer: Balancer): string => `http://127.0.0.1:${balancer.portOf('http')}`;

const sshAt = (balancer: Balancer): string => {
  const url = new URL('/', access.ssh_url);
  url.port = String(balancer.portOf('ssh'));
  return url.href;
};

/** Services of the last release, with which `beside` begins, do not know what is new. */
const isKnown = async (admin: Person, project: ProjectAt, type: string): Promise<boolean> => {
  const { body } = await admin.api.post(`${project.path}/repositories`, { type });
  return !Object.hasOwn(body.api_errors ?? {}, 'type');
};
