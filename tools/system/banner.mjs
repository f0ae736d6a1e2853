const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** What an administrator wants to know and try first. The password is shown when it is new, later it is in the file. */
export const banner = ({ settings, access, isNew, accessFile }) => {
  if (!access) return `Holdfast runs at ${settings.siteUrl}\n`;
  const { api_url: api, company, company_key: key, login, password } = access;
  const json = `-H 'Content-Type: application/json'`;
  const authorization = `-H "Authorization: ${settings.vendor}.company_key=\\"${key}\\",account_key=\\"$KEY\\""`;
  const site = new URL(access.site_url);
  const remote = `${site.protocol}//${encodeURIComponent(login)}@${site.host}/${company}/projects/demo/repositories/git/hello`;
  const shown = isNew ? password : '…';
  const body = quote(JSON.stringify({ company, login, password: shown }));
  return `
  Holdfast is ready: ${access.site_url}

  company   ${company}
  login     ${login}
  password  ${isNew ? `${password}   (shown once; it stays in ${accessFile})` : `in ${accessFile}`}

  Log in and keep the account key:
    KEY=$(curl -s ${json} -d ${body} ${api}/account/login | sed 's/.*"account_key":"\\([0-9a-f]*\\)".*/\\1/')
  Make a project and a git repository:
    curl ${authorization} ${json} -d '{"id":"demo","name":"Demo"}' ${api}/projects
    curl ${authorization} ${json} -d '{"id":"hello","type":"git"}' ${api}/projects/demo/repositories
  Clone it (git asks for the password) and push:
    git clone ${remote}
    cd hello && git commit --allow-empty -m 'First commit' && git push origin HEAD:main
`;
};
