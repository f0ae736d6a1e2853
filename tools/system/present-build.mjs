import { build, isBuilt, wasBuilt } from './build.mjs';
import { checkout, layout } from './paths.mjs';
import { livingProcess } from './pid-files.mjs';
import { noted } from './running.mjs';
import { inCheckout, install } from './setup/install.mjs';

const changed =
  'The sources have changed since they were built, and the installation runs: this command is of what was built. ' +
  'tools/down and tools/up take the new ones over.\n';

/**
 * Whether the installation runs, or is started, from what this checkout has installed and built.
 * @param {Pick<import('./settings.mjs').Settings, 'home'>} settings
 */
export const runsFromHere = (settings, here = checkout) => {
  const home = layout(settings.home);
  return Boolean(livingProcess(home.pidFile('supervisor'))) && (noted(home)?.checkout ?? here) === here;
};

/**
 * Installs and builds what a command needs. Under an installation that runs nothing is replaced: what it starts again
 * would be of other sources than the rest, and its programs would miss their files.
 * @param {import('./settings.mjs').Settings} settings
 * @param {{ broker: boolean }} options as for `install`
 */
export const ensureBuild = (settings, { broker }) =>
  inCheckout(async () => {
    if (!wasBuilt() || !runsFromHere(settings)) {
      await install({ broker });
      await build();
    } else if (!isBuilt()) process.stderr.write(changed);
  });
