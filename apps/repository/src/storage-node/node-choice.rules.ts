/** A storage node, as far as others know of it. */
export interface NodeState {
  name: string;
  /** For how long it has told nothing (ms); null: it has said goodbye. */
  silent: number | null;
  /** Bytes that may be written until only the reserve is left. */
  room: number;
  reserve: number;
  /** Transfers under way. */
  transfers: number;
  /** The kinds of which it can hold repositories. */
  kinds: readonly string[];
  draining: boolean;
}

/** What lies on a node. */
export interface HeldByNode {
  node: string;
  repositories: number;
  stored: number;
}

/** A node tells of itself more often than twice in this time (ms). */
export const longestNodeSilence = 6_000;

/** With so many transfers under way a node gets half of what it would get without any. */
const busy = 32;

export const isThere = ({ silent }: NodeState): boolean => silent !== null && silent < longestNodeSilence;

/** Whether nobody reaches its repositories: it is not there, and was not drained before it was stopped. */
export const isLost = (node: NodeState): boolean =>
  !isThere(node) && !(node.silent === null && node.draining);

/** Why a node gets no repository of a kind now; undefined: it may. */
export const closedBecause = (node: NodeState, kind: string): string | undefined => {
  const { name, silent, draining, kinds } = node;
  if (silent === null) return `${name} is stopped`;
  if (!isThere(node)) return `${name} has not been heard of for ${Math.floor(silent / 1_000)} seconds`;
  if (draining) return `${name} is being drained`;
  return kinds.includes(kind) ? undefined : `${name} cannot hold repositories of ${kind} now`;
};

/** The nodes that may get a new repository of a kind. */
export const openNodes = (nodes: readonly NodeState[], kind: string): NodeState[] =>
  nodes.filter((node) => closedBecause(node, kind) === undefined);

/**
 * One of these nodes, by chance (`random` from 0 to below 1): the more room it has, the more often, so that they fill
 * evenly; and the busier, the more rarely. Undefined: none has room.
 */
export const chosenNode = (nodes: readonly NodeState[], random: number): NodeState | undefined => {
  const open = nodes.filter(({ room }) => room >= 0);
  const weights = open.map(({ room, transfers }) => (room + 1) / (1 + transfers / busy));
  let left = random * weights.reduce((sum, weight) => sum + weight, 0);
  return open.find((_, index) => (left -= weights[index]) < 0) ?? open.at(-1);
};
