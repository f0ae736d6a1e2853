// The images and the compose file: all images are built, an installation is started from them, people work in it, its
// containers are what docs/guides/images.md says of them, and a backup is made and given back.
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Composed, must, triedTag } from './composed.mjs';
import { FirstAdmin } from './first-admin.mjs';
import { checkout } from './paths.mjs';
import { parsed } from './private-files.mjs';
import { services } from './services.mjs';
import { findContainerPrograms } from './setup/container-programs.mjs';
import { holdsThat, runSteps } from './step-outcome.mjs';

/** @import { ContainerPrograms } from './setup/container-programs.mjs' */

/** The object in what a command has said. @template T @param {string} output @returns {T} */
const objectIn = (output) =>
  /** @type {T} */ (parsed(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)));

/** What a process sees of itself, and whether it can write beside its own places. */
const look = `
const fs = require('fs');
let written = true;
try { fs.writeFileSync('/holdfast/written', ''); } catch (error) { written = error.code; }
const said = fs.readFileSync('/proc/1/status', 'utf8');
const of = (name) => new RegExp('^' + name + ':\\\\s*(.*)$', 'm').exec(said)[1].trim();
const [uid, rights, bound, noMore] = ['Uid', 'CapEff', 'CapBnd', 'NoNewPrivs'].map(of);
console.log(JSON.stringify({ written, uid, rights, bound, noMore }));`;

const seen = {
  ...{ written: 'EROFS', uid: Array(4).fill('10001').join('\t') },
  ...{ rights: '0'.repeat(16), bound: '0'.repeat(16), noMore: '1' },
};

/** How Python knows whether it has compiled a module of Mercurial: 1 is that it takes what is there (PEP 552). */
const howCompiled = "import mercurial.localrepo as it; print(open(it.__cached__, 'rb').read(8)[4])";

/** What only Mercurial and Apache with its modules answer: the kind, below its address, and words of the answer. */
const engines = [
  ['mercurial', '?cmd=capabilities', 'unbundle'],
  ['subversion', '/', 'Revision 0'],
];

/**
 * The steps, in their order; each needs those before it.
 * @param {ContainerPrograms} programs
 * @param {Composed} installation
 * @param {string} temporary
 * @returns {[string, () => Promise<void>][]}
 */
const steps = (programs, installation, temporary) => {
  /** @type {FirstAdmin} */
  let admin;
  const [git, maven] = ['git', 'maven'].map((type) => ({ type, url: '' }));
  const file = () => `${maven.url}/org/example/app/1/app-1.txt`;
  /** @param {string} name */
  const place = (name) => join(temporary, name);
  /** @param {string[]} args */
  const gitSays = (...args) => must('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args]);
  /** Makes an empty commit, and pushes it. @param {string} message */
  const commit = async (message) => {
    await gitSays('-C', place('made'), 'commit', '-q', '--allow-empty', '-m', message);
    await gitSays('-C', place('made'), 'push', '-q', admin.known(git.url), 'HEAD:main');
  };
  /** The messages of a fresh clone, the last first. @param {string} name of the clone */
  const cloned = async (name) => {
    await gitSays('clone', '-q', admin.known(git.url), place(name));
    return gitSays('-C', place(name), 'log', '--format=%s');
  };

  return [
    [
      'each image is built',
      async () => {
        const args = ['--base', process.env.HOLDFAST_TEST_BASE ?? 'docker.io/library/debian:trixie-slim'];
        const built = [...services.map(({ name }) => name), 'operator', 'backup'];
        if (!process.env.POSTGRES_IMAGE) built.push('postgres');
        if (!process.env.NATS_IMAGE) built.push('nats');
        const env = { ...process.env, HOLDFAST_BUILDER: programs.engine === 'docker' ? '' : 'buildah' };
        await must(join(checkout, 'deploy/docker/build'), [...args, '--tag', triedTag, ...built], { env });
      },
    ],
    ['an installation starts by the compose file', () => installation.install()],
    [
      'its containers have no rights, and write to their places alone',
      async () => {
        for (const { name } of services) {
          const inside = ['exec', installation.container(name), '/usr/bin/node', '-e', look];
          const said = await must(programs.engine, inside);
          holdsThat(isDeepStrictEqual(objectIn(said), seen), `${name}: ${said}`);
        }
      },
    ],
    [
      'people of its first company push, clone, upload and download',
      async () => {
        admin = new FirstAdmin(
          objectIn(await installation.run('operator', 'company', 'create', 'acme', '--json')),
        );
        holdsThat(admin.access.site_url === installation.siteUrl, admin.access.site_url);
        await admin.logIn();
        await admin.makes('projects', { id: 'engine', name: 'Engine' });
        for (const each of [git, maven]) {
          const { type } = each;
          each.url = (await admin.makes('projects/engine/repositories', { id: type, type })).http_url;
        }
        await gitSays('init', '-q', place('made'));
        await commit('the first');
        holdsThat((await cloned('first')) === 'the first', 'what was pushed is not cloned');
        await admin.byBasic(file(), { method: 'PUT', body: 'bytes' });
        holdsThat((await admin.byBasic(file())) === 'bytes', 'what was uploaded is not what comes back');
      },
    ],
    [
      'Mercurial and Subversion are answered for by their own programs',
      async () => {
        for (const [type, path, words] of engines) {
          const { http_url } = await admin.makes('projects/engine/repositories', { id: type, type });
          const said = await admin.byBasic(`${http_url}${path}`);
          holdsThat(said.includes(words), `${type}: ${said}`);
        }
        const inside = ['exec', installation.container('repository'), 'python3', '-c', howCompiled];
        const flags = await must(programs.engine, inside);
        holdsThat(flags === '1', `Mercurial is compiled at each start: ${flags}`);
      },
    ],
    [
      'a backup is made, is whole, and a repository is what it was in it',
      async () => {
        await installation.run('backup', 'create');
        await installation.run('backup', 'verify');
        await commit('the second');
        holdsThat((await cloned('second')).startsWith('the second'), 'what was pushed is not cloned');
        await installation.compose('stop', 'gateway', 'artifact', 'repository', 'identity');
        await installation.run('restore', 'restore', '--repository', 'acme/engine/git');
        await installation.start();
        holdsThat((await cloned('restored')) === 'the first', 'it is not what it was in the backup');
        holdsThat((await admin.byBasic(file())) === 'bytes', 'what was not restored is not what it was');
      },
    ],
  ];
};

/**
 * Whether images and compose file hold what is said of them. All containers and volumes are gone afterwards; images
 * stay, so that the next run builds what has changed.
 * @param {{ temporary: string }} run
 */
export const runImages = async ({ temporary }) => {
  const programs = findContainerPrograms();
  const installation = new Composed(programs, join(temporary, 'composed'));
  try {
    return await runSteps(steps(programs, installation, temporary), { chained: true });
  } finally {
    await installation.stop();
  }
};
