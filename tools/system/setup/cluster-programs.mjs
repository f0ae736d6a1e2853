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
/** What of Kubernetes runs: the server, what makes pods of what it is told, and what places them. */
const ofKubernetes = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];
/** Nodes that are simulated. */
const kwok = 'sigs.k8s.io/kwok@v0.8.0';
/** Whose kind of routes is served besides those of Kubernetes. */
const gatewayApi = 'sigs.k8s.io/gateway-api@v1.3.0';
/** What becomes of things on such nodes, in the directory of its module. */
const stageFiles = [
  ...['node/fast/node-initialize', 'node/heartbeat/node-heartbeat'],
  ...['pod/fast/pod-ready', 'pod/fast/pod-complete', 'pod/fast/pod-delete'],
  ...['volume/fast/pvc-provision', 'volume/fast/pvc-delete', 'volume/fast/pv-bind', 'volume/fast/pv-delete'],
];

const directory = join(toolsDirectory, `cluster-${kubernetes}`);

/** Where the programs are. */
export const clusterPrograms = {
  /** @param {string} name */
  path: (name) => join(directory, 'bin', name),
  /** What kwok does. */
  stages: join(directory, 'bin/stages.yaml'),
  /** The kind HTTPRoute, with its schema. */
  routes: join(directory, 'bin/httproutes.yaml'),
};

/** @param {string} name */
const isMissing = (name) => !existsSync(clusterPrograms.path(name));

/** At the lowest priority: it takes 20 minutes of the processor, once. @param {string[]} args @param {string} cwd */
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

/**
 * Kubernetes replaces its own modules by directories: a module of ours replaces them by their releases. @param {string}
 * room
 */
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
  const imports = ofKubernetes.map((name) => `\t_ "k8s.io/kubernetes/cmd/${name}"\n`).join('');
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
  for (const name of ofKubernetes.filter(isMissing))
    await go(['build', ...options, '-o', clusterPrograms.path(name), `k8s.io/kubernetes/cmd/${name}`], room);
};

/** @param {string} room */
const buildKwok = async (room) => {
  const [module, version] = kwok.split('@');
  const { Dir } = await downloaded(kwok, room);
  const texts = stageFiles.map((name) => readFileSync(join(Dir, 'kustomize/stage', `${name}.yaml`), 'utf8'));
  writeFileSync(clusterPrograms.stages, texts.join('\n---\n'));
  await go(['install', '-ldflags', '-s -w', `${module}/cmd/kwok@${version}`], room);
};

/** @param {string} room */
const takeRoutes = async (room) => {
  const { Dir } = await downloaded(gatewayApi, room);
  const file = 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml';
  writeFileSync(clusterPrograms.routes, readFileSync(join(Dir, file)));
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
  const missing = [...ofKubernetes, 'etcd', 'helm', 'kwok', 'httproutes.yaml'].filter(isMissing);
  if (missing.length === 0) return;
  say(`building ${missing.join(', ')}, which takes 20 minutes of the processor, once`);
  const room = join(directory, 'source');
  rmSync(room, { recursive: true, force: true });
  mkdirSync(room, { recursive: true });
  mkdirSync(join(directory, 'bin'), { recursive: true });
  if (isMissing('etcd')) await findEtcd(room);
  if (isMissing('helm')) await go(['install', '-ldflags', '-s -w', helm], room);
  if (isMissing('kwok')) await buildKwok(room);
  if (isMissing('httproutes.yaml')) await takeRoutes(room);
  if (ofKubernetes.some(isMissing)) await buildKubernetes(room);
  rmSync(room, { recursive: true, force: true });
};
