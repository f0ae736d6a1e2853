import { repositoryCalls } from '@holdfast/contracts';
import { UsageError } from './arguments.js';
import { command, context, json } from './command.js';
import { placeReader } from './repository-place.js';

export const moveRepository = command(
  'repository move <company>/<project>/<repository> --to <node> [--json]',
  1,
  { to: 'value' },
  ({ positionals: [name], options }) => {
    const { to: target } = options;
    if (target === undefined) throw new UsageError('--to needs the name of a storage node');
    const read = placeReader(name);
    return async (calls) => {
      const { project, repository } = await read(calls);
      const asked = await calls.call(repositoryCalls.moveRepository, context(), {
        project,
        repository,
        target,
      });
      return options.json ? json(asked) : `${name} goes to ${asked.target}: see job list (${asked.job})\n`;
    };
  },
);
