/** @apart Ends the broker and the database, and keeps them away. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../clients/api.js';
import { Deployer, sha256 } from '../clients/deployer.js';
import { mustGit, remoteRefs } from '../clients/git.js';
import { Committer, Pusher } from '../clients/git-writers.js';
import { ready } from '../clients/installation.js';
import { heldDown } from '../clients/outage.js';
import { SecondGateway } from '../clients/second-gateway.js';
import { StatusWitness } from '../clients/status-witness.js';
import { scratch } from '../scratch.js';
import { access, toolsDirectory } from '../system.js';
import { companyAdmin, newProject, newRepository, Person } from '../world.js';

/** What `tools/test faults` is asked for. */
const asked = process.env.HOLDFAST_TEST_FAULTS ?? 'all';
const faults = (['nats', 'postgres', 'delay'] as const).filter((name) => asked === 'all' || asked === name);

/** How long each is away at least, and how long is worked while decisions take a slow link; bytes take none (ms). */
const long = 10_000;
/** How soon after its return people must be served again (ms): 2 s, and 3 for what the load itself takes here. */
const recovery = 5_000;

/** People who push, commit over the API and upload by way of a witness, and what was acknowledged to them. */
class Load {
  private going = true;
  private readonly work: Promise<unknown>;

  private constructor(
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

  static async before(site: string): Promise<Load> {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    const repository = await newRepository(admin, project);
    const maven = await newRepository(admin, project, 'maven');
    const first = { branch: 'main', message: 'm', modified: [{ path: 'a', content: 'a' }] };
    const { id: root } = await must(admin.api.post(`${repository.path}/commits`, first), 201);
    const witness = await StatusWitness.before(site);
    const { company, login, password } = access;
    const watched = await Person.login(company, login, password, witness.at(access.api_url));
    const url = admin.in(witness.at(repository.url));
    return new Load(
      witness,
      admin.in(repository.url),
      maven.url,
      await Promise.all(['push', 'push-too'].map((branch) => Pusher.make(branch, url))),
      ['api', 'api-too'].map((branch) => new Committer(branch, watched, repository, root)),
      ['one', 'two'].map((part) => new Deployer(`${witness.at(maven.url)}/${part}`, watched)),
    );
  }

  /** How much was acknowledged to each. */
  get counts(): number[] {
    return [
      ...[...this.pushers, ...this.committers].map(({ acknowledged }) => acknowledged.length),
      ...this.deployers.map(({ acknowledged }) => acknowledged.size),
    ];
  }

  /** Resolves when everybody has more than that. */
  async more(than = this.counts, milliseconds = 90_000): Promise<void> {
    for (const end = Date.now() + milliseconds; ; await sleep(20)) {
      if (this.counts.every((count, at) => count > than[at])) return;
      if (Date.now() > end) throw new Error(`not all go on: ${than.join(' ')} → ${this.counts.join(' ')}`);
    }
  }

  async end(): Promise<void> {
    this.going = false;
    await this.work;
    this.witness.close();
  }

  /** All that was acknowledged is there. */
  async check(): Promise<void> {
    const copy = join(await scratch(), 'copy');
    await mustGit('/', 'clone', '-q', '--mirror', this.url, copy);
    const refs = await remoteRefs(copy, this.url);
    for (const pusher of this.pushers)
      expect([pusher.branch, await pusher.isWhole(refs[`refs/heads/${pusher.branch}`])]).toEqual([
        pusher.branch,
        true,
      ]);
    for (const { branch, acknowledged } of this.committers)
      expect((await mustGit(copy, 'rev-list', branch)).split('\n')).toEqual(
        expect.arrayContaining(acknowledged),
      );
    await mustGit(copy, 'fsck', '--strict');
    const admin = await companyAdmin();
    for (const [at, part] of ['one', 'two'].entries())
      for (const [path, digest] of this.deployers[at].acknowledged) {
        const found = await fetch(`${this.files}/${part}/${path}`, {
          headers: { authorization: admin.basic },
        });
        expect([path, sha256(new Uint8Array(await found.arrayBuffer()))]).toEqual([path, digest]);
      }
  }
}

/** What each fault has shown, for the report. */
const lines: string[] = [];

const note = (fault: string, what: string, load: Load): void => {
  const { seen, unanswered } = load.witness;
  const statuses = [...seen]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`);
  lines.push(
    `| ${fault} | ${what} | ${load.counts.join(' ')} | ${statuses.join(', ')}; none: ${unanswered} |`,
  );
};

/** Nobody is told of a fault but that he should come again, and when. */
const mustBePolite = ({ witness }: Load): void => {
  expect(witness.faults).toEqual([]);
  expect(witness.untold).toBe(0);
};

const away = async (part: 'nats' | 'postgres'): Promise<void> => {
  const load = await Load.before(access.site_url);
  await load.more();
  await sleep(2_000);
  const down = await heldDown(part, long);
  const back = Date.now();
  await ready();
  const recovered = Date.now() - back;
  await load.more();
  const all = Date.now() - back;
  await load.end();
  note(
    `${part} away`,
    `${(down / 1000).toFixed(1)} s; ready ${recovered} ms, all served ${all} ms after its return`,
    load,
  );
  mustBePolite(load);
  expect(load.witness.seen.get(503)).toBeGreaterThan(0);
  expect(recovered).toBeLessThan(recovery);
  await load.check();
};

const slow = async (): Promise<void> => {
  const gateway = await SecondGateway.start();
  try {
    gateway.link.slow(100);
    const load = await Load.before(gateway.siteUrl);
    await load.more();
    await sleep(long);
    await load.more();
    await load.end();
    note('200 ms there and back between gateway and broker', `${long / 1000} s`, load);
    mustBePolite(load);
    await load.check();
  } finally {
    await gateway.stop();
  }
};

describe('Under pushes, commits and uploads nothing that was acknowledged is lost, and faults are 503,', () => {
  afterAll(async () => {
    const report = [
      '| fault | how long | acknowledged to each of two pushers, committers, deployers | answers |',
      '| --- | --- | --- | --- |',
      ...lines,
    ].join('\n');
    const file = join(toolsDirectory, '../coverage/faults.md');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${report}\n`);
    process.stderr.write(`${report}\n`);
  });

  it.each(faults)('whatever happens to what they stand on: %s', (fault) =>
    fault === 'delay' ? slow() : away(fault),
  );
});
