import { setTimeout as sleep } from 'node:timers/promises';
import type { Person, ProjectAt, RepositoryAt } from '../world.js';
import { operate } from './operator.js';

/** What became of a move. */
interface MoveJob {
  uuid: string;
  state: string;
  error: string | null;
  result: { from: string; to: string; bytes: number; locked: number } | null;
}

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
    const listed = JSON.parse(await operate('job', 'list', '--all', '--json')) as { jobs: MoveJob[] };
    const found = jobs.map((job) => listed.jobs.find(({ uuid }) => uuid === job));
    for (const each of found)
      if (each && ['failed', 'stopped'].includes(each.state))
        throw new Error(`a move has ${each.state}: ${each.error}`);
    const results = found.flatMap((each) => each?.result ?? []);
    if (results.length === jobs.length) return results;
    await sleep(1_000);
  }
  throw new Error('a move does not come to its end');
};
