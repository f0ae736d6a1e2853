import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { scratch } from '../scratch.js';
import { ImportedRepository } from './imported-repository.js';
import { chanceFrom } from './odd-repository.js';
import { printed, printing, type Call } from './printed.js';
import { run, type Ended } from './program.js';
import { RevisionSamples } from './revision-samples.js';
import { SvnClient, svnEnvironment } from './svn.js';
import { dumpDifferences, readDump, type DumpedRevision } from './svn-dump.js';
import { revisionCommit, SvnTruth } from './svn-truth.js';
import { timed } from './timed.js';

/** So many revisions are asked of the API with all that is in them, and so many are exported by the client. */
const [sampled, exported] = [40, 4];

type Door = 'HTTP' | 'SSH';

/** All that a client gets of a repository. */
interface Whole {
  uuid: string;
  revisions: DumpedRevision[];
  log: string[];
}

/** Imports a repository of Subversion, copies it again, and compares each revision with the source. */
export class SvnImports {
  private constructor(
    private readonly dump: string,
    private readonly truth: SvnTruth,
    private readonly whole: Whole,
    /** What the source itself notes, also of what comes to no client. */
    private readonly log: string[],
    private readonly seed: number,
  ) {}

  static async of(source: string, seed: number): Promise<SvnImports> {
    const cwd = await scratch();
    const dump = join(cwd, 'dump');
    const truth = new SvnTruth(source, cwd);
    await timed('source verified', () => printed(admin(cwd, 'verify', '-q', source)));
    await timed('source dumped', () => saved(admin(cwd, 'dump', '-q', source), dump));
    const whole = await timed('source copied', () =>
      copyOf({ program: 'svnrdump', args: ['dump', '-q', truth.url], cwd, env: svnEnvironment }),
    );
    const nodes = whole.revisions.reduce((sum, each) => sum + each.nodes, 0);
    process.stderr.write(`${whole.revisions.length - 1} revisions with ${nodes} changes: ${source}\n`);
    return new SvnImports(dump, truth, whole, await logOf(cwd, truth.url), seed);
  }

  /** From its dump, and from there by the address; one door shows that the same has come on that way. */
  async both(): Promise<void> {
    const first = await ImportedRepository.make('subversion');
    await first.fillFrom(this.dump);
    await this.compare(first, this.log, ['HTTP', 'SSH']);
    const second = await ImportedRepository.make('subversion');
    const { id: username, password } = first.admin;
    await second.importFrom(first.repository.url, { username, password });
    await this.compare(second, this.whole.log, ['HTTP']);
  }

  private async compare(
    target: ImportedRepository,
    wanted: readonly string[],
    doors: readonly Door[],
  ): Promise<void> {
    const { admin: person, machine, repository, sshUrl } = target;
    const { port } = new URL(sshUrl);
    const ways: Record<Door, () => Promise<[SvnClient, string]>> = {
      HTTP: async () => [await SvnClient.of(person), repository.url],
      // The stock client hands a port of the address on as a part of the name.
      SSH: async () => [await SvnClient.overSsh(machine, port), sshUrl.replace(`:${port}/`, '/')],
    };
    for (const name of doors) {
      const [client, url] = await ways[name]();
      const log = await timed(`log over ${name}`, () => printed(client.call('svn', [...logWords, url])));
      expect(firstDifference(entries(log.toString()), wanted)).toEqual([]);
      const copy = await timed(`dump over ${name}, loaded, verified and dumped`, () =>
        copyOf(client.call('svnrdump', ['dump', '-q', url])),
      );
      expect(dumpDifferences(this.whole.revisions, copy.revisions)).toEqual([]);
      expect(copy.uuid).toBe(this.whole.uuid);
      expect(firstDifference(copy.log, this.whole.log)).toEqual([]);
      await this.compareExports(client, url);
    }
    await this.compareAnswers(target);
  }

  /** Some states of the trunk as a client writes them, the newest first; in some there may be none. */
  private async compareExports(client: SvnClient, url: string): Promise<void> {
    const next = chanceFrom(this.seed);
    const newest = this.whole.revisions.length - 1;
    let equal = 0;
    for (const revision of [newest, ...Array.from({ length: exported }, () => 1 + next(newest))]) {
      const [ours, theirs] = [join(await scratch(), 'tree'), join(await scratch(), 'tree')];
      const quiet = ['export', '-q', '--ignore-keywords', '--ignore-externals', '-r', String(revision)];
      const at = (root: string): string => `${root}/trunk@${revision}`;
      const [one, other] = await Promise.all([
        svn([...quiet, at(this.truth.url), theirs]),
        client.run('svn', [...quiet, at(url), ours]),
      ]);
      expect([revision, other.status]).toEqual([revision, one.status]);
      if (one.status === 1) continue;
      expect(one.status).toBe(0);
      const compared = await run('diff', ['-r', '-q', '--no-dereference', theirs, ours], { cwd: '/' });
      expect(compared).toMatchObject({ status: 0, output: '' });
      equal += 1;
    }
    process.stderr.write(`${equal} exports are the same\n`);
  }

  /** What the API says: names, all revisions, and some of them with all that is in them. */
  private async compareAnswers({ admin: person, repository }: ImportedRepository): Promise<void> {
    const next = chanceFrom(this.seed);
    const samples = new RevisionSamples(person, repository, next);
    const root = await this.truth.below('');
    const below = async (name: string) => (name in root ? await this.truth.below(name) : {});
    const trunk = 'trunk' in root ? { trunk: root.trunk } : {};
    expect(await samples.named('branches')).toEqual({ ...(await below('branches')), ...trunk });
    expect(await samples.named('tags')).toEqual(await below('tags'));
    const commits = this.whole.revisions.slice(1).map(revisionCommit);
    await timed('answers of the API compared', async () => {
      await samples.list('commits?reference=HEAD', commits.toReversed());
      for (let count = 0; count < sampled; count += 1)
        await samples.look(commits[next(commits.length)], this.truth);
    });
    expect(samples.differences).toEqual([]);
    process.stderr.write(`${samples.asked} answers of the API are right\n`);
  }
}

const logWords = ['log', '-v', '--xml', '--with-all-revprops', '-r', '0:HEAD'];

/**
 * A repository of the dump that a client gets, as its own dump says it. What a source has noted as changed though it
 * stayed as it was comes to no client, so the source is read in this way, too.
 */
const copyOf = async (dumped: Call): Promise<Whole> => {
  const cwd = await scratch();
  const [dump, copy] = [join(cwd, 'dump'), join(cwd, 'copy')];
  await saved(dumped, dump);
  await printed(admin(cwd, 'create', copy));
  await printed(admin(cwd, 'load', '-q', '--force-uuid', '--no-flush-to-disk', '-F', dump, copy));
  await printed(admin(cwd, 'verify', '-q', copy));
  const { uuid, revisions } = await readDump(printing(admin(cwd, 'dump', '-q', copy)));
  return { uuid, revisions, log: await logOf(cwd, pathToFileURL(copy).href) };
};

const svn = async (args: readonly string[]): Promise<Ended> =>
  run('svn', args, { cwd: await scratch(), env: svnEnvironment });

const admin = (cwd: string, ...args: string[]): Call => ({
  program: 'svnadmin',
  args,
  cwd,
  env: svnEnvironment,
});

const saved = (call: Call, file: string): Promise<void> => pipeline(printing(call), createWriteStream(file));

const logOf = async (cwd: string, url: string): Promise<string[]> =>
  entries((await printed({ program: 'svn', args: [...logWords, url], cwd, env: svnEnvironment })).toString());

/**
 * Of each revision; what it changes is told in no order, over each door in another one. That properties or a text were
 * changed may be noted where they were changed back in the same revision: what they are is compared by dumps.
 */
const entries = (log: string): string[] =>
  log.split('</logentry>').map((entry) => {
    const element = /<(path|property)\s([^>]*)>([^<]*)<\/\1>/g;
    const all = [...entry.matchAll(element)].map(([, name, attributes, text]) => {
      const words = attributes.replace(/(?:prop|text)-mods="\w+"/g, '').trim();
      return [name, ...words.split(/\s+/).sort(), text].join(' ');
    });
    return [entry.replace(element, ''), ...all.sort()].join('\n');
  });

const firstDifference = (shown: readonly string[], wanted: readonly string[]): unknown[] => {
  const at = wanted.findIndex((each, index) => shown[index] !== each);
  if (at < 0 && shown.length === wanted.length) return [];
  const told = [shown[at], wanted[at]].map((entry) => entry?.slice(0, 3_000));
  return [{ told, lengths: [shown.length, wanted.length] }];
};
