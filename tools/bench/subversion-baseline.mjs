import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toolsDirectory } from '../system/paths.mjs';
import { freePort } from '../system/ports.mjs';
import { run } from './load.mjs';

/** @import { Bench } from './bench.mjs' */

const own = join(toolsDirectory, 'subversion');
const modules = [join(own, 'usr/lib/apache2/modules'), '/usr/lib/apache2/modules'];
const loaded = [
  ...['mpm_event', 'authn_core', 'authn_file', 'authz_core', 'authz_user', 'auth_basic'],
  ...['dav', 'dav_svn'],
];

/** What Subversion's programs run with. */
export const environment = {
  PATH: [join(own, 'bin'), process.env.PATH, '/usr/sbin'].join(delimiter),
  HOME: '/nonexistent',
  LC_ALL: 'C.UTF-8',
};

export const account = { login: 'bench', password: 'Sturdy4Knots' };

/** @param {{ directory: string, port: number, repository: string }} options */
const configuration = ({ directory, port, repository }) => `
ServerRoot "${directory}"
PidFile "${directory}/server.pid"
DefaultRuntimeDir "${directory}"
Listen 127.0.0.1:${port}
ServerName 127.0.0.1
ErrorLog "${directory}/error.log"
Mutex pthread
${loaded.map((name) => `LoadModule ${name}_module "${modules.find(existsSync)}/mod_${name}.so"`).join('\n')}
KeepAlive On
MaxKeepAliveRequests 0
SVNAllowBulkUpdates Prefer
<Location "/svn">
  DAV svn
  SVNPath "${repository}"
  AuthType Basic
  AuthName svn
  AuthUserFile "${directory}/passwords"
  Require valid-user
</Location>
`;

/**
 * A bare Apache with mod_dav_svn before one empty repository, made once in a run. Answers its address.
 * @param {Bench} bench
 */
export const subversionDoor = (bench) =>
  bench.once('subversion', async () => {
    const directory = join(bench.directory, 'subversion');
    mkdirSync(directory);
    const repository = join(directory, 'repository');
    await run('svnadmin', ['create', repository], { env: environment });
    const hash = createHash('sha1').update(account.password).digest('base64');
    writeFileSync(join(directory, 'passwords'), `${account.login}:{SHA}${hash}\n`);
    const port = await freePort();
    const file = join(directory, 'server.conf');
    writeFileSync(file, configuration({ directory, port, repository }));
    // It refuses to be root.
    const nobody = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=65534'] : [];
    const [program, ...args] = [...nobody, 'apache2', '-d', directory, '-f', file, '-DFOREGROUND'];
    bench.baseline.run(program, args, environment);
    const url = `http://127.0.0.1:${port}/svn`;
    const answers = () =>
      fetch(url).then(
        ({ status }) => status === 401,
        () => false,
      );
    for (let wait = 0; !(await answers()); wait += 1) {
      if (wait > 100) throw new Error(`apache2 does not start; see ${directory}/error.log`);
      await sleep(50);
    }
    return url;
  });
