import { repositoryCalls, type RepositoryOnNode } from '@holdfast/contracts';
import { UsageError } from './arguments.js';
import { command, context, json, type Calls } from './command.js';
import { damagedTable, everyDamaged } from './damaged-repositories.js';
import { everyRepository } from './every-page.js';
import { nameOf, projectNames } from './repository-names.js';
import { table } from './table.js';

export const listRepositories = command(
  'repository list --damaged | --node <name> [--json]',
  0,
  { damaged: 'flag', node: 'value' },
  ({ options: { damaged, node, json: asJson } }) => {
    if ((damaged === undefined) === (node === undefined))
      throw new UsageError('say which are listed: --damaged, or --node <name>');
    return async (calls) => {
      if (node === undefined) {
        const all = await everyDamaged(calls);
        return asJson ? json(all) : damagedTable(all);
      }
      const all = await everyOneOn(calls, node);
      return asJson ? json(all) : nodeTable(node, all);
    };
  },
);

interface ListedOnNode extends RepositoryOnNode {
  name: string | null;
  /** `deactivated`: it is, or its project or company, which may be no more. */
  state: 'active' | 'deactivated';
}

const everyOneOn = async (calls: Calls, node: string): Promise<ListedOnNode[]> => {
  const all = await everyRepository((asked) =>
    calls.call(repositoryCalls.listOnNode, context(), { node, ...asked }),
  );
  const names = await projectNames(calls, all);
  return all.map((each) => {
    const isActive = each.deleted_at === undefined && names.get(each.project)?.deactivated === false;
    return { ...each, name: nameOf(names, each), state: isActive ? 'active' : 'deactivated' };
  });
};

const nodeTable = (node: string, all: readonly ListedOnNode[]): string =>
  all.length === 0
    ? `no repository lies on ${node}\n`
    : table(
        ['REPOSITORY', 'UUID', 'TYPE', 'STATE'],
        all.map(({ name, uuid, type, state }) => [name ?? '-', uuid, type, state]),
      );
