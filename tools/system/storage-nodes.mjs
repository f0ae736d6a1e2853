import { Complaint } from './complaint.mjs';
import { layout } from './paths.mjs';
import { services } from './services.mjs';

/** @import { Program } from './services.mjs' */
/** @import { Settings } from './settings.mjs' */

const first = 'node-1';

/**
 * The names of the storage nodes that run here besides the first one.
 * @param {Pick<Settings, 'environment'>} settings
 */
export const furtherNodes = ({ environment }) => {
  const names = (environment.HOLDFAST_NODES || '').split(',').filter(Boolean);
  const known = new Set([environment.HOLDFAST_NODE || first]);
  for (const name of names) {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(name) || known.has(name))
      throw new Complaint(
        `HOLDFAST_NODES is "${environment.HOLDFAST_NODES}": names of further storage nodes, each once, with commas between`,
      );
    known.add(name);
  }
  return names;
};

/**
 * The directory of each storage node that runs here.
 * @param {Pick<Settings, 'environment' | 'home'>} settings
 * @returns {Record<string, string>}
 */
export const nodesOf = (settings) =>
  Object.fromEntries(
    programsOf(settings)
      .filter(({ serves }) => serves === 'node')
      .map(({ name, node }) => [
        node ?? (settings.environment.HOLDFAST_NODE || first),
        layout(settings.home).data(name),
      ]),
  );

/**
 * All programs of an installation in the order in which they are started: the services, and the one that serves a
 * storage node once more for each further node.
 * @param {Pick<Settings, 'environment'>} settings
 * @returns {Program[]}
 */
export const programsOf = (settings) =>
  services.flatMap((service) => [
    service,
    ...(service.serves === 'node'
      ? furtherNodes(settings).map((node) => ({
          ...service,
          name: `${service.name}-${node}`,
          of: service.name,
          node,
        }))
      : []),
  ]);
