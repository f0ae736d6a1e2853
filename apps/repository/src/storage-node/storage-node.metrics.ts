import { WatchedValues } from '@holdfast/platform/observability';
import { isLost, type NodeState } from './node-choice.rules.js';

/** By node: while all of them are replaced, one after the other, none is away for long. */
const away = new WatchedValues({
  name: 'holdfast_storage_node_away',
  help: '1 while a storage node is not there, unless it was drained before it was stopped; else 0.',
  labels: ['storage_node'],
});

/** Has metrics ask for the nodes that are known. Answers what ends it. */
export const watchNodes = (known: () => readonly NodeState[]): (() => void) =>
  away.add(() => known().map((node) => [isLost(node) ? 1 : 0, node.name]));
