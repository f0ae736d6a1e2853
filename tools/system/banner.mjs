import { buildSteps } from './banner-builds.mjs';

/** @import { Access } from './access.mjs' */
/** @import { Settings } from './settings.mjs' */

/** An argument of a shell command, in single quotes. @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Lines that can be pasted: log in, make a project and a repository, clone it and push.
 * @param {{ settings: Settings, access: Access, accessFile: string }} options
 */
const firstSteps = ({ settings, access, accessFile }) => {
  const { site_url: site, api_url: api, company, company_key: key, login } = access;
  const json = `-H 'Content-Type: application/json'`;
  const authorization = `-H "Authorization: ${settings.vendor}.company_key=\\"${key}\\",account_key=\\"$KEY\\""`;
  const { protocol, host } = new URL(site);
  const remote = `${protocol}//${encodeURIComponent(login)}@${host}/${company}/projects/demo/repositories/git/hello`;
  // Whoever has just set up a machine has told git no name yet.
  const author = `-c user.name=${quoted(login)} -c user.email=${quoted(`${login}@example.org`)}`;
  /** @param {string} body */
  const make = (body) => `curl ${authorization} ${json} -d '${body}' ${api}/projects/demo/repositories`;
  return `
  Log in (the password comes from access.json) and keep the account key. What these lines write goes to $TOUR:
    TOUR=$(mktemp -d)
    PASSWORD=$(sed -n 's/^ *"password": "\\(.*\\)",*$/\\1/p' ${quoted(accessFile)})
    KEY=$(curl -s ${json} -d "{\\"company\\":\\"${company}\\",\\"login\\":\\"${login}\\",\\"password\\":\\"$PASSWORD\\"}" ${api}/account/sessions | sed 's/.*"account_key":"\\([0-9a-f]*\\)".*/\\1/')
  Make a project and a git repository in it:
    curl ${authorization} ${json} -d '{"id":"demo","name":"Demo"}' ${api}/projects
    ${make('{"id":"hello","type":"git"}')}
  Clone it and push (git asks for the password):
    git clone ${author} ${remote} "$TOUR/hello"
    git -C "$TOUR/hello" commit --allow-empty -m 'First commit' && git -C "$TOUR/hello" push origin HEAD:main
${buildSteps({ access, make })}`;
};

/**
 * What an administrator wants to know, and what to try first. The password is shown when it is new; later it is
 * in access.json only. `steps: false` leaves out the lines to try.
 * `missing`: why there is no access.
 * @param {object} options
 * @param {Settings} options.settings
 * @param {string} options.accessFile
 * @param {Access} [options.access]
 * @param {boolean} [options.isNew]
 * @param {string} [options.missing]
 * @param {boolean} [options.steps]
 */
export const banner = ({ settings, access, isNew = false, missing, accessFile, steps = true }) => {
  if (!access) return `Holdfast runs at ${settings.siteUrl}\n${missing ? `${missing}\n` : ''}`;
  return `
  Holdfast is ready: ${access.site_url}
  git over SSH:      ${access.ssh_url}

  company   ${access.company}
  login     ${access.login}
  password  ${isNew ? `${access.password}   (shown once; it stays in ${accessFile})` : `in ${accessFile}`}
${steps ? firstSteps({ settings, access, accessFile }) : ''}`;
};
