import { repositoryCalls, type DamagedRepository } from '@holdfast/contracts';
import { context, type Calls } from './command.js';
import { everyRepository } from './every-page.js';
import { nameOf, projectNames } from './repository-names.js';
import { table } from './table.js';

/** What is known to be damaged, each with its name. */
export const everyDamaged = async (
  calls: Calls,
): Promise<(DamagedRepository & { name: string | null })[]> => {
  const all = await everyRepository((asked) => calls.call(repositoryCalls.listDamaged, context(), asked));
  const names = await projectNames(calls, all);
  return all.map((each) => ({ ...each, name: nameOf(names, each) }));
};

export const damagedTable = (all: Awaited<ReturnType<typeof everyDamaged>>): string =>
  all.length === 0
    ? 'no repository is known to be damaged\n'
    : table(
        ['REPOSITORY', 'UUID', 'TYPE', 'NODE', 'SINCE', 'FAULTS', 'THE FIRST'],
        all.map(({ name, uuid, type, node, since, count, lines }) => [
          ...[name ?? '-', uuid, type, node, since, String(count)],
          lines[0] ?? '',
        ]),
      );
