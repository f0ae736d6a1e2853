// Kubernetes without containers: its real API server over etcd, its controllers and scheduler, and three nodes that
// kwok simulates, in three zones. Pods are placed, become ready, and run nothing.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Complaint } from './complaint.mjs';
import { freePort } from './ports.mjs';
import { clusterPrograms } from './setup/cluster-programs.mjs';
import { ask, perform } from './setup/execute.mjs';

const { path, stages } = clusterPrograms;

/** Volumes that are asked for without a class are of this one, which kwok makes. */
const volumes = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'kwok-volume', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  provisioner: 'kwok.x-k8s.io/volume',
};

/** @param {number} number */
const node = (number) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: `node-${number}`,
    labels: { 'kubernetes.io/hostname': `node-${number}`, 'topology.kubernetes.io/zone': `zone-${number}` },
  },
  status: {
    allocatable: { cpu: '16', memory: '64Gi', pods: '110' },
    capacity: { cpu: '16', memory: '64Gi', pods: '110' },
  },
});

export class Cluster {
  /** @type {import('node:child_process').ChildProcess[]} */
  #processes = [];
  #directory;

  /** @param {string} directory of its own */
  constructor(directory) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true });
  }

  get #kubeconfig() {
    return join(this.#directory, 'kubeconfig');
  }

  /** @param {string} name */
  #at(name) {
    return join(this.#directory, name);
  }

  /** @param {string} name @param {string[]} args */
  #launch(name, ...args) {
    const log = createWriteStream(this.#at(`${name}.log`));
    const child = spawn(path(name), args, {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    this.#processes.push(child);
  }

  async start() {
    const [client, peer, api] = await Promise.all(Array.from({ length: 3 }, () => freePort()));
    const store = `http://127.0.0.1:${client}`;
    const key = this.#at('accounts.key');
    ask('openssl', 'genrsa', '-out', key, '2048');
    writeFileSync(this.#at('tokens.csv'), 'token,admin,1,"system:masters"\n');
    writeFileSync(
      this.#kubeconfig,
      JSON.stringify({
        ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'here' },
        clusters: [
          {
            name: 'here',
            cluster: {
              server: `https://127.0.0.1:${api}`,
              'insecure-skip-tls-verify': true,
            },
          },
        ],
        users: [{ name: 'admin', user: { token: 'token' } }],
        contexts: [{ name: 'here', context: { cluster: 'here', user: 'admin' } }],
      }),
    );
    this.#launch(
      'etcd',
      ...['--data-dir', this.#at('etcd'), '--listen-client-urls', store, '--advertise-client-urls', store],
      ...['--listen-peer-urls', `http://127.0.0.1:${peer}`],
    );
    this.#launch(
      'kube-apiserver',
      ...[`--etcd-servers=${store}`, '--bind-address=127.0.0.1', `--secure-port=${api}`],
      ...[`--cert-dir=${this.#at('certificates')}`, '--service-cluster-ip-range=10.0.0.0/24'],
      ...['--service-account-issuer=https://kubernetes.default.svc', `--service-account-key-file=${key}`],
      ...[`--service-account-signing-key-file=${key}`, `--token-auth-file=${this.#at('tokens.csv')}`],
      '--authorization-mode=RBAC',
    );
    await this.#until(() => this.kubectl('get', '--raw', '/readyz'));
    await this.#startNodes(key);
  }

  /** What carries out what the server is told, as far as nothing has to run. @param {string} key of service accounts */
  async #startNodes(key) {
    const ports = await Promise.all(Array.from({ length: 2 }, () => freePort()));
    const [controllers, scheduler] = ports.map((port, at) => [
      ...[`--kubeconfig=${this.#kubeconfig}`, '--leader-elect=false', '--bind-address=127.0.0.1'],
      ...[`--secure-port=${port}`, `--cert-dir=${this.#at(`certificates-${at}`)}`],
    ]);
    this.#launch(
      'kube-controller-manager',
      ...[...controllers, `--service-account-private-key-file=${key}`],
      '--use-service-account-credentials=false',
    );
    this.#launch('kube-scheduler', ...scheduler);
    this.#launch(
      'kwok',
      ...[`--kubeconfig=${this.#kubeconfig}`, '--manage-all-nodes=true', `--config=${stages}`],
    );
    const objects = this.#at('nodes.json');
    const items = [volumes, ...[1, 2, 3].map(node)];
    writeFileSync(objects, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    await this.#until(() => this.kubectl('apply', '-f', objects));
    await this.#until(() => this.kubectl('wait', '--for=condition=Ready', 'nodes', '--all', '--timeout=5s'));
    await this.#until(() => this.kubectl('get', 'serviceaccount', 'default', '-n', 'default'));
  }

  /** @param {string[]} args */
  kubectl(...args) {
    return perform('kubectl', ['--kubeconfig', this.#kubeconfig, ...args]);
  }

  /** @param {string[]} args */
  helm(...args) {
    const home = {
      HELM_CACHE_HOME: this.#at('helm'),
      HELM_CONFIG_HOME: this.#at('helm'),
      HELM_DATA_HOME: this.#at('helm'),
    };
    return perform(path('helm'), args, {
      env: { ...process.env, ...home, KUBECONFIG: this.#kubeconfig },
    });
  }

  /** Ends all of it, the last first. */
  async stop() {
    for (const child of this.#processes.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await ended;
    }
  }

  /** @param {() => Promise<import('./setup/execute.mjs').Outcome>} holds */
  async #until(holds) {
    const end = Date.now() + 180_000;
    for (;;) {
      const { ok, output } = await holds();
      if (ok) return;
      const gone = this.#processes.find((child) => child.exitCode !== null);
      if (gone || Date.now() > end)
        throw new Complaint(
          `the cluster does not start: ${output}\n${gone ? this.#last(gone.spawnfile) : ''}`,
        );
      await sleep(250);
    }
  }

  /** @param {string} program */
  #last(program) {
    return readFileSync(this.#at(`${program.split('/').at(-1)}.log`), 'utf8').slice(-2_000);
  }
}
