import { dirname } from 'node:path';
import { Complaint } from './complaint.mjs';
import { brokerLogins, ensureCredentials, readCredentials } from './credentials.mjs';
import { accountsText } from './broker-accounts.mjs';
import { kubernetesSecrets } from './kubernetes-secrets.mjs';
import { brokerUsers } from './nats-permissions.mjs';
import { layout } from './paths.mjs';
import { privateDirectory } from './private-files.mjs';
import { rotate } from './rotation.mjs';

/** @import { Settings } from './settings.mjs' */
/** @typedef {(settings: Settings, rest: string[]) => Promise<string>} Administration */

/** A place for a password, which the broker takes from its own environment. @param {string} name */
const placeFor = (name) => `$HOLDFAST_${name.toUpperCase()}_PASSWORD`;

/** @type {Administration} */
const brokerConfig = async (settings, [option, ...more]) => {
  if (more.length || (option !== undefined && !['--passwords', '--kubernetes'].includes(option)))
    throw new Complaint('Usage: tools/holdfast broker config [--passwords|--kubernetes]');
  const home = layout(settings.home);
  const users = await brokerUsers();
  /** @param {import('./broker-accounts.mjs').BrokerLogin[]} logins */
  const accounts = (logins) => accountsText(users, logins, settings.brokerCopies);
  if (!option) return accounts(users.map(({ name }) => ({ name, user: name, password: placeFor(name) })));
  for (const directory of [home.home, dirname(home.credentials('')), home.nats]) privateDirectory(directory);
  const made = ensureCredentials(home);
  if (made.length)
    process.stderr.write(
      `New passwords were made in ${dirname(home.credentials(''))}, of ${made.join(', ')}: an installation has those of its own HOLDFAST_HOME\n`,
    );
  if (option === '--passwords') return accounts(brokerLogins(home, { fresh: false }));
  const known = Object.fromEntries(users.map(({ name }) => [name, readCredentials(home, name)]));
  const logins = Object.entries(known).map(([name, { broker }]) => ({ name, ...broker }));
  return kubernetesSecrets(known, accounts(logins));
};

/** @type {Administration} */
const secretsRotate = async (settings, rest) => {
  if (rest.length) throw new Complaint('Usage: tools/holdfast secrets rotate');
  await rotate(layout(settings.home), settings);
  return 'Every process has new passwords and reads them at its next connection.\n';
};

/**
 * The commands that work on the files of an installation; all others ask its services. Each answers what to print.
 * @type {Record<string, Administration>}
 */
export const administration = { 'broker config': brokerConfig, 'secrets rotate': secretsRotate };
