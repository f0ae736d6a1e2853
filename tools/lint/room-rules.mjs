import { packageRoot } from './declarations.mjs';

/** @import { SourceRule } from './source-rules.mjs' */

/** What a test stands on may come from everywhere. */
const isForTests = /\.(?:spec|fixture|e2e|kept)\.ts$|\/testing\//;

/**
 * The room of a source: its folder right below `src/`, or the file itself where it lies there.
 * @param {string} source
 */
const roomOf = (source) => {
  const root = packageRoot.exec(source)?.[0];
  const [, room] = /^src\/([^/]+)/.exec(root ? source.slice(root.length) : '') ?? [];
  return root && room ? `${root}${room}` : undefined;
};

/** @typedef {{ source: string, from: string, target: string, to: string }} Arrow an import from a room to another */

/** @param {import('./boundaries.mjs').Module} module @returns {Arrow[]} */
const arrowsOf = ({ source, dependencies }) => {
  const from = roomOf(source);
  if (!from || isForTests.test(source)) return [];
  return dependencies.flatMap(({ resolved: target }) => {
    const to = roomOf(target);
    const inside = to && packageRoot.exec(target)?.[0] === packageRoot.exec(source)?.[0];
    return inside && to !== from ? [{ source, from, target, to }] : [];
  });
};

/**
 * The shortest way of rooms from one to another, both included; undefined: there is none.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} neighbours @param {string} from @param {string} to
 */
const wayBetween = (neighbours, from, to) => {
  const cameFrom = new Map([[from, '']]);
  for (const room of cameFrom.keys()) {
    if (room === to) {
      const way = [];
      for (let at = to; at; at = cameFrom.get(at) ?? '') way.unshift(at);
      return way;
    }
    for (const next of neighbours.get(room) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, room);
  }
  return undefined;
};

/**
 * Rooms of an app or a library lie one above the other: none leads back to one that imports it, by whatever way.
 * @type {SourceRule}
 */
const roomsMakeNoCircle = (modules) => {
  const arrows = modules.flatMap(arrowsOf);
  const neighbours = /** @type {Map<string, Set<string>>} */ (new Map());
  for (const { from, to } of arrows) neighbours.set(from, (neighbours.get(from) ?? new Set()).add(to));
  return arrows.flatMap(({ source, from, target, to }) => {
    const back = wayBetween(neighbours, to, from);
    if (!back) return [];
    const names = back.map((room) => room.slice(room.lastIndexOf('/') + 1));
    return [{ file: source, what: `imports ${target}, and rooms lead back: ${names.join(' → ')}` }];
  });
};

/** @type {Record<string, SourceRule>} */
export const roomRules = { 'rooms-make-no-circle': roomsMakeNoCircle };
