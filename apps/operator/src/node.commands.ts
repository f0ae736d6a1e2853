import { repositoryCalls, type StorageNodeLine } from '@holdfast/contracts';
import { command, context, json } from './command.js';
import { table } from './table.js';

export const listNodes = command('node list [--json]', 0, {}, ({ options }) => async (calls) => {
  const { nodes } = await calls.call(repositoryCalls.listNodes, context(), {});
  if (options.json) return json(nodes);
  const headings = ['NODE', 'STATE', 'REPOSITORIES', 'STORED', 'ROOM', 'RESERVE', 'TRANSFERS', 'KINDS'];
  return table(headings, nodes.map(rowOf));
});

export const drainNode = command(
  'node drain <node> [--undo] [--json]',
  1,
  { undo: 'flag' },
  ({ positionals: [node], options }) =>
    async (calls) => {
      const asked = { node, draining: !options.undo };
      await calls.call(repositoryCalls.drainNode, context(), asked);
      if (options.json) return json(asked);
      return options.undo
        ? `${node} takes repositories again\n`
        : `${node} gives its repositories away: see node list and job list\n`;
    },
);

export const removeNode = command(
  'node remove <node> [--json]',
  1,
  {},
  ({ positionals: [node], options }) =>
    async (calls) => {
      await calls.call(repositoryCalls.removeNode, context(), { node });
      return options.json ? json({ node }) : `${node} is no storage node any more\n`;
    },
);

const rowOf = (node: StorageNodeLine): string[] => [
  node.name,
  node.draining ? `${node.state}, draining` : node.state,
  ...[node.repositories, node.stored, node.room, node.reserve, node.transfers].map(String),
  node.kinds.join(' '),
];
