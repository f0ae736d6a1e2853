import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Complaint } from '../complaint.mjs';
import { toolsDirectory } from '../paths.mjs';
import { parsed } from '../private-files.mjs';
import { ask, perform, which } from './execute.mjs';

/** @import { Say } from './system-packages.mjs' */

const kubernetes = '1.36.3';
const helm = 'helm.sh/helm/v4/cmd/helm@v4.3.1';
const server = 'kube-apiserver';

const directory = join(toolsDirectory, `cluster-${kubernetes}`);

/** Where the programs are. */
export const clusterPrograms = {
  /** @param {string} name */
  path: (name) => join(directory, 'bin', name),
};

/** At the lowest priority: it takes 15 minutes of the processor, once. @param {string[]} args @param {string} cwd */
const go = async (args, cwd) => {
  const env = {
    ...process.env,
    CGO_ENABLED: '0',
    GOTOOLCHAIN: 'local',
    GOFLAGS: '-buildvcs=false',
  };
  const { ok, output } = await perform('nice', ['-n', '19', 'go', ...args], {
    cwd,
    env: { ...env, GOBIN: join(directory, 'bin') },
  });
  if (!ok) throw new Complaint(`go ${args[0]} failed:\n${output}`);
  return output;
};

/** @param {string} module @param {string} cwd @returns {Promise<{ Dir: string, GoMod: string }>} */
const downloaded = async (module, cwd) => {
  const output = await go(['mod', 'download', '-json', module], cwd);
  const said = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1);
  return /** @type {{ Dir: string, GoMod: string }} */ (parsed(said));
};

/** Kubernetes replaces its own modules by directories: a module of ours replaces them by their releases. @param {string} room */
const buildKubernetes = async (room) => {
  const { GoMod } = await downloaded(`k8s.io/kubernetes@v${kubernetes}`, room);
  const text = readFileSync(GoMod, 'utf8');
  const staged = [...text.matchAll(/^\s*(k8s\.io\/\S+) => \.\/staging/gm)].map(([, name]) => name);
  const version = /^go (\S+)/m.exec(text)?.[1];
  const release = kubernetes.replace(/^1/, '0');
  writeFileSync(
    join(room, 'go.mod'),
    `module cluster\n\ngo ${version}\n\nrequire k8s.io/kubernetes v${kubernetes}\n\nreplace (\n` +
      `${staged.map((name) => `\t${name} => ${name} v${release}\n`).join('')})\n`,
  );
  const imports = `\t_ "k8s.io/kubernetes/cmd/${server}"\n`;
  writeFileSync(join(room, 'tools.go'), `//go:build tools\n\npackage tools\n\nimport (\n${imports})\n`);
  const [major, minor] = kubernetes.split('.');
  const said = {
    gitVersion: `v${kubernetes}`,
    gitMajor: major,
    gitMinor: minor,
  };
  const flags = Object.entries(said).map(
    ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`,
  );
  const options = ['-mod=mod', '-ldflags', ['-s', '-w', ...flags].join(' ')];
  await go(
    ['build', ...options, '-o', clusterPrograms.path(server), `k8s.io/kubernetes/cmd/${server}`],
    room,
  );
};

/** etcd of the system, or out of its package, without installing it. @param {string} room */
const findEtcd = async (room) => {
  const there = which('etcd');
  if (there) return copyFileSync(there, clusterPrograms.path('etcd'));
  const fetched = await perform('apt-get', ['download', 'etcd-server'], {
    cwd: room,
  });
  const file = readdirSync(room).find((name) => /^etcd-server_.*\.deb$/.test(name));
  if (!fetched.ok || !file)
    throw new Complaint(`etcd is missing, and cannot be fetched with apt: ${fetched.output}`);
  const unpacked = ask('dpkg', '-x', join(room, file), join(room, 'etcd'));
  if (!unpacked.ok) throw new Complaint(unpacked.output);
  copyFileSync(join(room, 'etcd/usr/bin/etcd'), clusterPrograms.path('etcd'));
};

/** Builds what is missing, from sources that Go fetches. @param {Say} say */
export const installCluster = async (say) => {
  for (const name of ['go', 'kubectl'])
    if (!which(name)) throw new Complaint(`${name} is missing: tools/test cluster needs it`);
  const wanted = [server, 'etcd', 'helm'];
  const missing = () => wanted.filter((name) => !existsSync(clusterPrograms.path(name)));
  if (missing().length === 0) return;
  say(`building ${missing().join(', ')}, which takes 15 minutes of the processor, once`);
  const room = join(directory, 'source');
  rmSync(room, { recursive: true, force: true });
  mkdirSync(room, { recursive: true });
  mkdirSync(join(directory, 'bin'), { recursive: true });
  if (missing().includes('etcd')) await findEtcd(room);
  if (missing().includes('helm')) await go(['install', '-ldflags', '-s -w', helm], room);
  if (missing().length > 0) await buildKubernetes(room);
  rmSync(room, { recursive: true, force: true });
};
