import { VcsRefusal } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import { isOutOfMemory } from '../process/memory-complaint.js';
import { ChangeQuestions } from './change-questions.js';
import { failureOf, outputOf } from './command-output.js';
import { EntryChains, type Step } from './entry-chains.js';
import type { ObjectReaders } from './object-readers.js';
import { eachEntry, walkBytes } from './path-walk.js';
import type { ReadTurn } from './read-turns.js';
import { bytesOfTexts, remembered } from './remembered.js';
import { TreeRecords, typeOf, type RawEntry } from './tree-records.js';

/** A directory at a commit. */
export interface DirectoryAt {
  /** In which it is looked at, in which repository. */
  turn: ReadTurn;
  commit: string;
  /** A character for each byte; '' is the root. */
  path: string;
}

/** So many bytes of answers are remembered, of all directories together. */
const mostKnown = 16 << 20;
/** So many commits are looked at together. */
const usualBatch = 64;

/** Parents are those that touched the directory, or are merges: git passes over the others. */
const history = ['--topo-order', '--full-history', '--parents'];

/** Which commits touched the entries of directories last, as `git log -1 -- <path>` says it for each. */
export class LastCommits {
  private readonly known = remembered<Map<string, string>>(
    mostKnown,
    (commits) => bytesOfTexts(commits.keys()) + bytesOfTexts(commits.values()),
  );

  constructor(
    private readonly processes: GitProcesses,
    private readonly objects: ObjectReaders,
    private readonly batch = usualBatch,
  ) {}

  /** The ids of the commits by the names of the entries, as far as there was time and memory to find them. */
  async of(at: DirectoryAt, entries: readonly RawEntry[], signal: AbortSignal): Promise<Map<string, string>> {
    const chains = new EntryChains(
      at.commit,
      entries.map(({ name }) => name),
      (commit) => this.known.get(keyOf({ ...at, commit })),
      (commit) => this.standing({ ...at, commit }, entries, signal),
    );
    if (!chains.isOver && !signal.aborted) await this.follow(at, chains, entries, signal);
    this.remember(at, chains.found);
    return chains.found;
  }

  private async follow(
    at: DirectoryAt,
    chains: EntryChains,
    entries: readonly RawEntry[],
    signal: AbortSignal,
  ): Promise<void> {
    const { commit, path } = at;
    const { directory } = at.turn;
    const wanted = new Set(entries.map(({ name }) => name));
    const questions = new ChangeQuestions(this.processes, { directory, path, wanted }, signal);
    let line = '';
    let steps: Step[] = [];
    let begun = false;
    const take = async (piece: Buffer): Promise<boolean> => {
      const lines = (line + piece.toString('latin1')).split('\n');
      line = lines.pop() ?? '';
      for (const words of lines) {
        const [id, ...parents] = words.split(' ');
        if (!begun) chains.begin(id);
        begun = true;
        steps.push({ commit: id, parents });
        if (steps.length < this.batch) continue;
        await this.pass(chains, steps, questions);
        steps = [];
        if (chains.isOver) return false;
      }
      return true;
    };
    const command = {
      ...{ command: 'rev-list' as const, directory, flags: history, ids: [commit] },
      ...(path === '' ? {} : { path }),
    };
    try {
      const end = await outputOf(this.processes, command, signal, take);
      if (!end.whole && !signal.aborted && !isOutOfMemory(end)) throw failureOf(end, 'git rev-list failed');
      await this.pass(chains, steps, questions);
    } catch (error) {
      // Where the time is over, or git has no memory for what differs, what was found until then counts.
      if (!signal.aborted && !isTooLarge(error)) throw error;
    } finally {
      questions.close();
    }
  }

  /** Asks about those commits only to which an entry may be followed. */
  private async pass(chains: EntryChains, steps: readonly Step[], questions: ChangeQuestions): Promise<void> {
    const reached = new Set<string>();
    const asked = steps.filter(({ commit, parents }) => {
      const may = chains.reach(commit) || reached.has(commit);
      if (may) for (const parent of parents) reached.add(parent);
      return may;
    });
    const pairs = asked.flatMap(({ commit, parents: [first] }) =>
      first === undefined ? [] : [[commit, first] as const],
    );
    const changes = pairs.length > 0 ? await questions.ask(pairs) : new Map<string, Set<string>>();
    for (const step of asked) await chains.follow(step, changes.get(step.commit) ?? nothing);
  }

  /** The names of those entries that stand in the directory at another commit just as they do. */
  private standing(
    { turn, commit, path }: DirectoryAt,
    entries: readonly RawEntry[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    return this.objects.use(turn, async (reader) => {
      const same = new Set<string>();
      const found = await walkBytes(reader, commit, path, signal);
      if (!found || typeOf(found.raw) !== 'directory') return same;
      const wanted = new Map(entries.map((entry) => [entry.name, identity(entry)]));
      let left = wanted.size;
      const look = (entry: RawEntry): boolean => {
        const asked = wanted.get(entry.name);
        if (asked === identity(entry)) same.add(entry.name);
        return asked === undefined || (left -= 1) > 0;
      };
      await eachEntry(reader, found.raw.id, signal, new TreeRecords(look));
      return same;
    });
  }

  private remember(at: DirectoryAt, found: ReadonlyMap<string, string>): void {
    const key = keyOf(at);
    if (found.size === 0) return;
    const all = new Map(this.known.get(key));
    for (const [name, id] of found) all.set(name, id);
    this.known.set(key, all);
  }
}

const nothing: ReadonlySet<string> = new Set();

const isTooLarge = (error: unknown): boolean => error instanceof VcsRefusal && error.code === 'too_large';

const keyOf = ({ turn, commit, path }: DirectoryAt): string => [turn.directory, commit, path].join('\0');

/** What git compares of entries: of what is a file, only whether it is a program. */
const identity = (entry: RawEntry): string => {
  const mode = typeOf(entry) === 'file' ? parseInt(entry.mode, 8) & 0o100 : entry.mode;
  return `${mode} ${entry.id}`;
};
