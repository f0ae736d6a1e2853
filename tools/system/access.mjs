import { spawn } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { Complaint } from './complaint.mjs';
import { layout, bundleOf } from './paths.mjs';
import { parsed, readJson, writePrivateJson } from './private-files.mjs';
import { environmentOf, operator } from './services.mjs';

/** @import { Settings } from './settings.mjs' */
/** @import { Reached } from './services.mjs' */

/**
 * What access.json holds: the first company and its administrator.
 * @typedef {object} Access
 * @property {string} site_url
 * @property {string} api_url
 * @property {string} company
 * @property {string} company_key
 * @property {string} login
 * @property {string} password
 * @property {string} ssh_url
 */

/**
 * The environment of the administrator's command line.
 * @param {Settings} settings
 * @param {Reached} parts
 */
export const operatorEnvironment = (settings, parts) => environmentOf(operator, settings, undefined, parts);

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string }>}
 */
const run = (args, env) =>
  new Promise((done) => {
    const child = spawn(process.execPath, [bundleOf(operator.name), ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.once('close', (code) => done({ code, stdout, stderr }));
  });

/** @param {NodeJS.ProcessEnv} env @param {typeof run} ask */
const isThere = async (env, ask) => {
  const { code, stdout } = await ask(['company', 'list', '--json'], env);
  return code === 0 && /** @type {{ id: string }[]} */ (parsed(stdout)).some(({ id }) => id === first);
};

/**
 * The same access at the addresses of the present settings, which may have changed since it was made.
 * @template {object} T
 * @param {T} access
 * @param {Pick<Settings, 'siteUrl' | 'vendor' | 'sshUrl'>} settings
 */
export const atPresentAddresses = (access, { siteUrl, vendor, sshUrl }) => ({
  ...access,
  site_url: siteUrl,
  api_url: `${siteUrl}/api`,
  ssh_url: sshUrl.replace('ssh://', `ssh://${vendor}@`),
});

/** @param {string} file */
export const knownAccess = (file) => /** @type {Access | undefined} */ (readJson(file));

const first = 'holdfast';

/**
 * Makes the first company unless access.json tells of it, and writes access.json. Where the company is there and the
 * file is not, it answers what to say about that: the first start may have been cut off between the two.
 * @param {Settings} settings
 * @param {NodeJS.ProcessEnv} env
 * @param {typeof run} ask runs a command of the operator
 * @returns {Promise<{ access?: Access, isNew: boolean, missing?: string }>}
 */
export const ensureAccess = async (settings, env, ask = run) => {
  const file = layout(settings.home).access;
  const known = knownAccess(file);
  if (known) {
    const access = atPresentAddresses(known, settings);
    if (!isDeepStrictEqual(access, known)) writePrivateJson(file, access);
    return { access, isNew: false };
  }
  const { code, stdout, stderr } = await ask(['company', 'create', first, '--json'], env);
  if (code !== 0 && (await isThere(env, ask)))
    return {
      isNew: false,
      missing: `${file} is not there, and the company ${first} is: for a new password of its admin run\n  tools/holdfast admin reset-password ${first} admin`,
    };
  if (code !== 0)
    throw new Complaint(`The first company could not be made: ${stderr.trim() || `status ${code}`}`);
  const { site_url, api_url, company, company_key, login, password, ssh_url } = /** @type {Access} */ (
    parsed(stdout)
  );
  const access = { site_url, api_url, company, company_key, login, password, ssh_url };
  writePrivateJson(file, access);
  return { access, isNew: true };
};
