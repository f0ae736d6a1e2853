import {
  chosenNode,
  closedBecause,
  isLost,
  isThere,
  longestNodeSilence,
  openNodes,
  type NodeState,
} from './node-choice.rules.js';

const node = (name: string, more: Partial<NodeState> = {}): NodeState => ({
  ...{ name, silent: 10, room: 100, reserve: 10, transfers: 0, kinds: ['one', 'two'], draining: false },
  ...more,
});

const names = (nodes: readonly NodeState[]): string[] => nodes.map(({ name }) => name);

/** How often each is chosen, of a thousand choices that are spread evenly. */
const shares = (nodes: readonly NodeState[]): Record<string, number> => {
  const found: Record<string, number> = {};
  for (let at = 0; at < 1_000; at += 1) {
    const { name = 'none' } = chosenNode(nodes, (at + 0.5) / 1_000) ?? {};
    found[name] = (found[name] ?? 0) + 1;
  }
  return found;
};

describe('a node', () => {
  it('is lost while it is not there, unless it was drained before it was stopped', () => {
    const silent = longestNodeSilence;
    const nodes = [
      node('there'),
      node('drained', { draining: true }),
      node('silent', { silent }),
      node('stopped', { silent: null }),
      node('emptied and stopped', { silent: null, draining: true }),
      node('lost while it is drained', { silent, draining: true }),
    ];
    expect(names(nodes.filter(isLost))).toEqual(['silent', 'stopped', 'lost while it is drained']);
  });
});

describe('the node of a new repository', () => {
  it('is heard, not drained, and can hold the kind', () => {
    const nodes = [
      node('a'),
      node('silent', { silent: longestNodeSilence }),
      node('gone', { silent: null }),
      node('drained', { draining: true }),
      node('other', { kinds: ['two'] }),
    ];
    expect(names(openNodes(nodes, 'one'))).toEqual(['a']);
    expect(names(openNodes(nodes, 'two'))).toEqual(['a', 'other']);
    expect(names(nodes.filter(isThere))).toEqual(['a', 'drained', 'other']);
    expect(nodes.map((each) => closedBecause(each, 'one'))).toEqual([
      undefined,
      'silent has not been heard of for 6 seconds',
      'gone is stopped',
      'drained is being drained',
      'other cannot hold repositories of one now',
    ]);
  });

  it('is chosen the more often the more room it has', () => {
    expect(shares([node('a', { room: 2 ** 40 }), node('b', { room: 3 * 2 ** 40 })])).toEqual({
      a: 250,
      b: 750,
    });
  });

  it('is chosen half as often with 32 transfers under way', () => {
    const both = [node('a', { room: 2 ** 40, transfers: 32 }), node('b', { room: 2 ** 40 })];
    const { a, b } = shares(both);
    expect(b / a).toBeCloseTo(2, 1);
  });

  it('is none where only reserves are left', () => {
    expect(chosenNode([node('a', { room: -1 })], 0.5)).toBeUndefined();
    expect(shares([node('a', { room: -1 }), node('b', { room: 0 })])).toEqual({ b: 1_000 });
    expect(chosenNode([], 0.5)).toBeUndefined();
  });
});
