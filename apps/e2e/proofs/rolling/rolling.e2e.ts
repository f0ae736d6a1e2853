/** @apart Ends each service in turn, and starts more of them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Balancer } from '../../clients/balancer.js';
import { hasHg } from '../../clients/hg.js';
import { SshClient } from '../../clients/ssh.js';
import { SteadyApiUser, SteadyDeployer } from '../../clients/steady-requests.js';
import { SteadyGitUser, SteadyHgUser, SteadySvnUser, type SteadyUser } from '../../clients/steady-users.js';
import { hasSvn } from '../../clients/svn.js';
import { access, toolsDirectory } from '../../system.js';
import { newCompany, newProject, Person } from '../../world.js';
import { RolledParts } from './rolled-parts.js';

/** Each is replaced so often. */
const rounds = 2;
/** Between two of them (ms). */
const rest = 2_000;

describe('While every service is replaced in turn', () => {
  let balancer: Balancer;
  let parts: RolledParts;
  let users: SteadyUser[];

  beforeAll(async () => {
    balancer = await Balancer.start();
    parts = await RolledParts.behind(balancer);
    const { company, id, password } = await newCompany();
    const admin = await Person.login(
      company,
      id,
      password,
      `http://127.0.0.1:${balancer.portOf('http')}/api`,
    );
    const project = await newProject(admin);
    const machine = await SshClient.of(admin);
    machine.instead = { of: new URL('/', access.ssh_url).href, to: sshAt(balancer) };
    users = await Promise.all([
      ...[SteadyApiUser.of(admin, project), SteadyApiUser.of(admin, project)],
      ...[SteadyGitUser.of(admin, project, machine), SteadyGitUser.of(admin, project, machine)],
      ...[SteadyDeployer.of(admin, project), SteadyDeployer.of(admin, project)],
      ...(hasHg ? [SteadyHgUser.of(admin, project)] : []),
      ...(hasSvn ? [SteadySvnUser.of(admin, project)] : []),
    ]);
  }, 120_000);
  afterAll(async () => {
    await parts?.end();
    balancer?.close();
  });

  it('nobody is told of it, and nothing is lost', async () => {
    const lines: string[] = [];
    let going = true;
    const work = users.map((each) => each.while(() => going, 1));
    for (const each of work) each.catch(() => (going = false));
    try {
      await sleep(rest);
      for (let round = 0; round < rounds && going; round += 1)
        for (const [name, roll] of Object.entries({
          gateways: () => parts.gateways(),
          identity: () => parts.deployment('identity'),
          artifact: () => parts.deployment('artifact'),
          'storage node': () => parts.node(),
        })) {
          if (!going) break;
          const from = Date.now();
          const before = users.map((each) => (each.takeLongest(), each.rounds));
          await roll();
          await sleep(rest);
          const longest = users.map((each, at) => {
            const done = each.rounds - before[at];
            return `${each.kind} ${(each.takeLongest() / 1_000).toFixed(1)} s (${done})`;
          });
          lines.push(`| ${name} | ${((Date.now() - from) / 1_000).toFixed(1)} s | ${longest.join(', ')} |`);
        }
    } finally {
      going = false;
      await report(lines);
      await Promise.allSettled(work);
    }
    await Promise.all(work);
    for (const user of users) await user.check();
  }, 900_000);
});

const sshAt = (balancer: Balancer): string => {
  const url = new URL('/', access.ssh_url);
  url.port = String(balancer.portOf('ssh'));
  return url.href;
};

/** Writes it to coverage/rolling.md, and to who asked. */
const report = async (lines: readonly string[]): Promise<void> => {
  const text = [
    '| replaced | in | the longest round of each, and how many he did |',
    '| --- | --- | --- |',
    ...lines,
    '',
    `On ${availableParallelism()} processors with a load of ${loadavg()[0].toFixed(1)}.`,
  ].join('\n');
  const file = join(toolsDirectory, '../coverage/rolling.md');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${text}\n`);
  process.stderr.write(`${text}\n`);
};
