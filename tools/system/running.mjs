import { readJson } from './private-files.mjs';
import { livingProcess } from './pid-files.mjs';

/** @import { Home } from './paths.mjs' */

/**
 * How the running instance is reached, as it has written it down.
 * @typedef {object} Running
 * @property {string} door
 * @property {string} [checkout] from which it was started
 * @property {NodeJS.ProcessEnv} environment of the administrator's command line
 * @property {Record<string, NodeJS.ProcessEnv>} services the environment of each, without the installation's secret
 * @property {Record<string, string>} nodes the directory of each storage node that it runs
 * @property {{ database: boolean, broker: boolean }} embedded which of them it has started itself
 * @property {Record<string, string>} [asked] what it was started with (`askedSettings`); absent: as `hasSecret`
 * @property {boolean} [hasSecret] whether it was given its secret; absent: an earlier version has started it
 * @property {boolean} [ready]
 */

/** What an instance has noted, also one that has ended since. @param {Home} home */
export const noted = (home) => /** @type {Running | undefined} */ (readJson(home.instance));

/** The instance of the home; undefined where none runs. @param {Home} home */
export const runningInstance = (home) =>
  livingProcess(home.pidFile('supervisor')) ? noted(home) : undefined;
