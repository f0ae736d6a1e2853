import { repositoryCalls, type AskCare, type AskedCare, type JobLine } from '@holdfast/contracts';
import { UsageError } from './arguments.js';
import { command, context, json, type Alarm, type Calls, type Run } from './command.js';
import { damagedTable, everyDamaged } from './damaged-repositories.js';
import { endOf, untilNoneIsOpen } from './job-waiting.js';
import { placeReader } from './repository-place.js';

const careCommand = (deed: AskCare['deed']) =>
  command(
    `repository ${deed} <company>/<project>/<repository> | --all [--wait] [--json]`,
    [0, 1],
    { all: 'flag', wait: 'flag' },
    ({ positionals: [name], options }): Run => {
      if ((name === undefined) !== (options.all === true))
        throw new UsageError('name one repository, or say --all');
      const find = name === undefined ? undefined : placeReader(name);
      return async (calls, _env, tell = () => undefined) => {
        const place = await find?.(calls);
        const asked = await calls.call(repositoryCalls.askCare, context(), { deed, ...(place && { place }) });
        if (!options.wait) return options.json ? json(asked) : `${saidOf(asked)}\n`;
        if (asked.job === undefined) return allOf(calls, deed, tell, options.json === true);
        const job = await endOf(calls, asked.job, tell);
        return options.json ? shown(job, json(job)) : shown(job, `${wordsOf(job).join('\n')}\n`);
      };
    },
  );

export const verifyRepository = careCommand('verify');
export const maintainRepository = careCommand('maintain');

const saidOf = ({ job, count }: AskedCare): string =>
  job === undefined
    ? `${count} jobs are asked for; see: holdfast job list`
    : `${job}; see: holdfast job list`;

/** What was found, if it was looked for, or why it has failed. */
const wordsOf = ({ state, error, result }: JobLine): string[] => {
  if (state !== 'done') return [error ?? state];
  const { count = 0, lines = [] } = result as { count?: number; lines?: string[] };
  if (count === 0) return ['done, and nothing is wrong'];
  return [...lines, ...(count > lines.length ? [`and ${count - lines.length} more`] : [])];
};

const shown = ({ state, result }: JobLine, text: string): string | Alarm => {
  const { count = 0 } = (result ?? {}) as { count?: number };
  return state === 'done' && count === 0 ? text : { alarm: text };
};

const allOf = async (
  calls: Calls,
  deed: AskCare['deed'],
  tell: (line: string) => void,
  asJson: boolean,
): Promise<string | Alarm> => {
  await untilNoneIsOpen(calls, deed, tell);
  const damaged = await everyDamaged(calls);
  const text = asJson ? json(damaged) : damagedTable(damaged);
  return damaged.length === 0 ? text : { alarm: text };
};
