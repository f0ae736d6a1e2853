import { spawn } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { Complaint } from './complaint.mjs';
import { layout, mainOf } from './paths.mjs';
import { readJson, writePrivateJson } from './private-files.mjs';
import { environmentOf, operator } from './services.mjs';

const fields = ['site_url', 'api_url', 'company', 'company_key', 'login', 'password', 'ssh_url'];

/** The environment of the administrator's command line. */
export const operatorEnvironment = (settings, parts) => environmentOf(operator, settings, undefined, parts);

const run = (args, env) =>
  new Promise((done) => {
    const child = spawn(process.execPath, [mainOf(operator.name), ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.once('close', (code) => done({ code, stdout, stderr }));
  });

/** The same access at the addresses of the present settings, which may have changed since it was made. */
export const atPresentAddresses = (access, { siteUrl, vendor, sshPort }) => ({
  ...access,
  site_url: siteUrl,
  api_url: `${siteUrl}/api`,
  ssh_url: `ssh://${vendor}@${new URL(siteUrl).hostname}:${sshPort}`,
});

/**
 * Makes the first company unless access.json tells of it, and writes access.json.
 * Answers `{ access, isNew }`.
 */
export const ensureAccess = async (settings, env) => {
  const file = layout(settings.home).access;
  const known = readJson(file);
  if (known) {
    const access = atPresentAddresses(known, settings);
    if (!isDeepStrictEqual(access, known)) writePrivateJson(file, access);
    return { access, isNew: false };
  }
  const { code, stdout, stderr } = await run(['company', 'create', 'holdfast', '--json'], env);
  if (code !== 0)
    throw new Complaint(`The first company could not be made: ${stderr.trim() || `status ${code}`}`);
  const created = JSON.parse(stdout);
  const access = Object.fromEntries(fields.map((field) => [field, created[field]]));
  writePrivateJson(file, access);
  return { access, isNew: true };
};
