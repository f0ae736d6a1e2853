import { join } from 'node:path';
import { scratch } from '../scratch.js';
import { hgCommand } from './hg.js';
import { HgElsewhere } from './hg-elsewhere.js';
import { hgDifferences, readHgHistory, type HgHistory } from './hg-history.js';
import { ancestorsOf, commitOf, HgTruth } from './hg-truth.js';
import { ImportedRepository } from './imported-repository.js';
import { chanceFrom } from './odd-repository.js';
import { printed } from './printed.js';
import { RevisionSamples } from './revision-samples.js';
import { timed } from './timed.js';

/** So many revisions are asked of the API with all that is in them. */
const sampled = 60;

/** Imports a repository of Mercurial, clones it again, and compares each revision with the source. */
export class HgImports {
  private constructor(
    private readonly source: string,
    private readonly truth: HgHistory,
    private readonly seed: number,
  ) {}

  static async of(source: string, seed: number): Promise<HgImports> {
    const truth = await timed('source read', () => readHgHistory(source));
    const lists = new Set(truth.changesets.map(({ files }) => files)).size;
    process.stderr.write(`${truth.changesets.length} changesets, ${lists} lists of files: ${source}\n`);
    await timed('source verified', () => verified(source));
    return new HgImports(source, truth, seed);
  }

  /** A bundle has no bookmarks. */
  async fromFile(): Promise<void> {
    const target = await ImportedRepository.make('mercurial');
    const bundle = join(await scratch(), 'all.hg');
    await hgPrinted(this.source, 'bundle', '-q', '--all', bundle);
    await target.fillFrom(bundle);
    const copy = await this.compare(target, { ...this.truth, bookmarks: {} });
    const order = ({ changesets }: HgHistory): string[] => changesets.map(({ node }) => node);
    expect(order(copy)).toEqual(order(this.truth));
    await this.compareAnswers(target, copy);
  }

  /** From Mercurial's own server. */
  async fromAddress(): Promise<void> {
    const target = await ImportedRepository.make('mercurial');
    const elsewhere = await HgElsewhere.open(this.source);
    try {
      await target.importFrom(elsewhere.url);
    } finally {
      await elsewhere.stop();
    }
    await this.compareAnswers(target, await this.compare(target, this.truth));
  }

  /** Clones over both doors, and once with the files of the repository as they are; answers what is in the first. */
  private async compare(target: ImportedRepository, wanted: HgHistory): Promise<HgHistory> {
    const { admin, machine, repository, sshUrl } = target;
    const ways = {
      HTTP: [admin.in(repository.url)],
      SSH: ['--ssh', ['ssh', ...machine.options].join(' '), sshUrl],
      'HTTP, as files': ['--stream', admin.in(repository.url)],
    };
    const copies: HgHistory[] = [];
    for (const [name, words] of Object.entries(ways)) {
      const clone = join(await scratch(), 'clone');
      await timed(`clone over ${name}`, () => hgPrinted(undefined, 'clone', '-q', '-U', ...words, clone));
      await timed('clone verified', () => verified(clone));
      const copy = await timed('clone read', () => readHgHistory(clone));
      expect(hgDifferences(wanted, copy)).toEqual([]);
      const { branches, tags, bookmarks } = copy;
      const names = { branches: wanted.branches, tags: wanted.tags, bookmarks: wanted.bookmarks };
      expect({ branches, tags, bookmarks }).toEqual(names);
      expect((await hgPrinted(clone, 'log', '-r', 'not public()', '-T', '{node}\\n')).toString()).toBe('');
      copies.push(copy);
    }
    return copies[0];
  }

  /** What the API says: names, the commits of each branch, and some of them with all that is in them. */
  private async compareAnswers({ admin, repository }: ImportedRepository, copy: HgHistory): Promise<void> {
    const next = chanceFrom(this.seed);
    const samples = new RevisionSamples(admin, repository, next);
    const { branches, tags, bookmarks } = copy;
    for (const [what, wanted] of Object.entries({ branches, tags, bookmarks }))
      expect(await samples.named(what)).toEqual(wanted);
    const truth = await HgTruth.open(this.source);
    await timed('answers of the API compared', async () => {
      for (const [branch, tip] of Object.entries(branches)) {
        const wanted = ancestorsOf(copy, tip).map(commitOf);
        await samples.list(`commits?reference=${encodeURIComponent(branch)}`, wanted);
      }
      const { changesets } = this.truth;
      for (let count = 0; count < sampled; count += 1)
        await samples.look(commitOf(changesets[next(changesets.length)]), truth);
    }).finally(() => truth.stop());
    expect(samples.differences).toEqual([]);
    process.stderr.write(`${samples.asked} answers of the API are right\n`);
  }
}

/** That each id is that of what it names. */
const verified = (repository: string): Promise<Buffer> => hgPrinted(repository, 'verify', '-q', '--full');

/** What the stock client prints about a repository, however long it takes; it must succeed. */
const hgPrinted = async (repository: string | undefined, ...words: string[]): Promise<Buffer> => {
  const { python, program, env } = await hgCommand();
  const at = repository === undefined ? [] : ['-R', repository];
  return printed({ program: python, args: [program, ...at, ...words], cwd: await scratch(), env });
};
