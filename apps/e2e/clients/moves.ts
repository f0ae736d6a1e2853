import { setTimeout as sleep } from 'node:timers/promises';
import type { Person, ProjectAt, RepositoryAt } from '../world.js';
import { operate } from './operator.js';
import { Persistent } from './persistent.js';

/** What became of a move. */
interface MoveJob {
  uuid: string;
  state: string;
  error: string | null;
  result: { from: string; to: string; bytes: number; locked: number } | null;
}

const jobsNow = async (): Promise<MoveJob[]> =>
  (JSON.parse(await operate('job', 'list', '--all', '--json')) as { jobs: MoveJob[] }).jobs;

/** Has the operator move a repository, and answers what it was asked by. */
export const askMove = async (
  { company }: Person,
  project: ProjectAt,
  { id }: RepositoryAt,
  node: string,
): Promise<string> => {
  const name = `${company}/${project.id}/${id}`;
  const asked = await operate('repository', 'move', name, '--to', node, '--json');
  return (JSON.parse(asked) as { job: string }).job;
};

/** Waits for the end of moves, all of which must succeed. Each look at them is a program that is started. */
export const endedMoves = async (...jobs: string[]): Promise<NonNullable<MoveJob['result']>[]> => {
  for (let left = 150; left > 0; left -= 1) {
    const listed = await jobsNow();
    const found = jobs.map((job) => listed.find(({ uuid }) => uuid === job));
    for (const each of found)
      if (each && ['failed', 'stopped'].includes(each.state))
        throw new Error(`a move has ${each.state}: ${each.error}`);
    const results = found.flatMap((each) => each?.result ?? []);
    if (results.length === jobs.length) return results;
    await sleep(1_000);
  }
  throw new Error('a move does not come to its end');
};

/** Moves a repository from one node to the other and back, again and again, and remembers the moves that were done. */
export class Mover extends Persistent {
  readonly acknowledged: string[] = [];
  /** Where it is as far as is known, and a move of which nothing is known yet. */
  private at: string;
  private underway: string | undefined;

  /** `nodes`: where it is, and where else it may be. */
  constructor(
    private readonly admin: Person,
    private readonly project: ProjectAt,
    private readonly repository: RepositoryAt,
    private readonly nodes: readonly [string, string],
  ) {
    super();
    this.at = nodes[0];
  }

  /** A move that was put off may take minutes: the next call waits on. */
  async once(): Promise<boolean> {
    try {
      const { nodes } = this;
      const to = nodes[0] === this.at ? nodes[1] : nodes[0];
      this.underway ??= await askMove(this.admin, this.project, this.repository, to);
      const result = await this.resultOf(this.underway);
      if (result === 'underway') return false;
      this.underway = undefined;
      if (!result) return false;
      this.at = result.to;
      return this.acknowledged.push(`${result.from} → ${result.to}`) > 0;
    } catch {
      // What answers the operator is away.
      return false;
    }
  }

  /** Moves it to where it was in the beginning, within so long (ms). */
  async home(patience: number): Promise<void> {
    const end = Date.now() + patience;
    while (this.underway !== undefined || this.at !== this.nodes[0]) {
      if (Date.now() > end) throw new Error('the repository does not come back');
      if (!(await this.once())) await sleep(1_000);
    }
  }

  /** Undefined: it has failed. */
  private async resultOf(job: string): Promise<MoveJob['result'] | 'underway' | undefined> {
    for (let left = 10; left > 0; left -= 1) {
      const found = (await jobsNow()).find(({ uuid }) => uuid === job);
      if (!found || ['failed', 'stopped'].includes(found.state)) return undefined;
      if (found.result) return found.result;
      await sleep(1_000);
    }
    return 'underway';
  }
}
