// The chart before a real API server with simulated nodes: what it renders is accepted, and it is installed, changed
// and taken back.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  backups,
  chart,
  httpRoute,
  monitored,
  production,
  refused,
  renderings,
  routed,
} from './chart-values.mjs';
import { Cluster } from './cluster.mjs';
import { Complaint } from './complaint.mjs';
import { noTotals } from './test-totals.mjs';
import { clusterPrograms } from './setup/cluster-programs.mjs';
import { watchedKinds } from './watched-kinds.mjs';

/** @import { Outcome } from './setup/execute.mjs' */

/** Until all is there and every pod is ready. */
const waiting = ['--wait', '--timeout', '4m'];

/** @param {Outcome} outcome */
const must = ({ ok, output }) => {
  if (!ok) throw new Complaint(output);
  return output;
};

/** @param {boolean} holds @param {string} what */
const holdsThat = (holds, what) => {
  if (!holds) throw new Complaint(what);
};

/**
 * How many pods of a release are ready, by the names of what makes them.
 * @param {Cluster} cluster
 * @param {string} namespace
 */
const ready = async (cluster, namespace) => {
  const asked = ['get', 'deployments,statefulsets', '-n', namespace, '-o'];
  const form = 'jsonpath={range .items[*]}{.metadata.name}={.status.readyReplicas} {end}';
  return must(await cluster.kubectl(...asked, form));
};

/**
 * On how many nodes the pods of a part are.
 * @param {Cluster} cluster
 * @param {string} namespace
 * @param {string} part
 */
const spread = async (cluster, namespace, part) => {
  const asked = ['get', 'pods', '-n', namespace, '-l', `app.kubernetes.io/component=${part}`, '-o'];
  const nodes = must(await cluster.kubectl(...asked, 'jsonpath={.items[*].spec.nodeName}'));
  return new Set(nodes.split(' ').filter(Boolean)).size;
};

/**
 * How many pods of each part may be taken away just now, as whoever empties a node asks.
 * @param {Cluster} cluster
 * @param {string} namespace
 */
const mayGo = async (cluster, namespace) => {
  const form = 'jsonpath={range .items[*]}{.metadata.name}={.status.disruptionsAllowed} {end}';
  return must(await cluster.kubectl('get', 'poddisruptionbudgets', '-n', namespace, '-o', form));
};

/** @param {Cluster} cluster @param {string} namespace */
const secrets = async (cluster, namespace) =>
  must(
    await cluster.kubectl(
      'get',
      'secrets',
      '-n',
      namespace,
      '-l',
      'app.kubernetes.io/component=secrets',
      '-o',
      'jsonpath={.items[*].data}',
    ),
  );

/**
 * The steps, in their order.
 * @param {Cluster} cluster
 * @param {string} temporary
 * @returns {[string, () => Promise<void>][]}
 */
const steps = (cluster, temporary) => [
  [
    'helm lint has nothing to say',
    async () => {
      for (const values of [[], production]) must(await cluster.helm('lint', '--strict', chart, ...values));
    },
  ],
  ...Object.entries(renderings).map(([name, values]) => {
    /** @type {[string, () => Promise<void>]} */
    const step = [
      `an API server accepts ${name}`,
      async () => {
        const rendered = join(temporary, 'rendered');
        rmSync(rendered, { recursive: true, force: true });
        must(await cluster.helm('template', 'holdfast', chart, '--output-dir', rendered, ...values));
        const judged = ['--server-side', '--dry-run=server', '--validate=strict', '-R', '-f', rendered];
        // As Helm does: it refuses a list that names something twice.
        must(await cluster.kubectl('apply', ...judged));
      },
    ];
    return step;
  }),
  [
    'kinds that the cluster does not have are left out',
    async () => {
      const template = ['template', 'holdfast', chart, ...production, ...routed];
      const [bare, whole] = [
        must(await cluster.helm(...template)),
        must(await cluster.helm(...template, ...monitored, '--api-versions', httpRoute)),
      ];
      for (const kind of ['HTTPRoute', 'PodMonitor', 'PrometheusRule'])
        holdsThat(!bare.includes(`kind: ${kind}`) && whole.includes(`kind: ${kind}`), kind);
      holdsThat(bare.includes('grafana_dashboard:'), 'there is no dashboard');
    },
  ],
  [
    'its alerts ask for what is in their namespace, and for backups where there are some',
    async () => {
      const template = ['template', 'other', chart, '--namespace', 'elsewhere', ...monitored];
      const shown = ['--show-only', 'templates/monitoring.yaml'];
      const without = must(await cluster.helm(...template, ...shown));
      holdsThat(without.includes('HoldfastUnseen') && !without.includes('HoldfastBackupMissing'), without);
      const unlooked = must(
        await cluster.helm(...template, ...shown, ...backups, '--set', 'backup.verifySchedule='),
      );
      holdsThat(unlooked.includes('HoldfastBackupMissing') && !unlooked.includes('Unverified'), unlooked);
      const more = [
        '--set',
        'backup.alertHours=5,backup.verifyAlertHours=7,monitoring.runbooks=https://wiki.example.org/alerts',
      ];
      const text = must(await cluster.helm(...template, ...shown, ...backups, ...more));
      for (const part of [
        'namespace="elsewhere"',
        'cronjob="other-holdfast-backup"',
        '> 18000',
        'cronjob="other-holdfast-verify"',
        '> 25200',
        'org/alerts#holdfastunseen',
      ])
        holdsThat(text.includes(part), `${part} is not in ${text}`);
      holdsThat(!text.includes('=~".*"') && !/93600|720000/.test(text), text);
    },
  ],
  [
    'values that make no sense are refused',
    async () => {
      for (const [values, words] of refused) {
        const { ok, output } = await cluster.helm('template', 'holdfast', chart, ...values);
        holdsThat(
          !ok && words.test(output),
          `${values.join(' ')} is not refused with ${words}: ${output.slice(-500)}`,
        );
      }
    },
  ],
  [
    'a trial is installed, grows, and is taken back; its secrets stay what they are',
    async () => {
      const at = ['--namespace', 'trial'];
      must(await cluster.helm('install', 'holdfast', chart, ...at, '--create-namespace', ...waiting));
      const before = await secrets(cluster, 'trial');
      const small = await ready(cluster, 'trial');
      for (const name of ['gateway', 'identity', 'repository', 'artifact', 'operator', 'database', 'broker'])
        holdsThat(small.includes(`holdfast-${name}=1`), small);
      const more = ['--set', 'gateway.replicas=3,repository.replicas=3'];
      must(await cluster.helm('upgrade', 'holdfast', chart, ...at, ...more, ...waiting));
      const grown = await ready(cluster, 'trial');
      for (const each of ['gateway=3', 'repository=3']) holdsThat(grown.includes(each), grown);
      must(await cluster.helm('rollback', 'holdfast', '1', ...at, ...waiting));
      const back = await ready(cluster, 'trial');
      for (const each of ['gateway=1', 'repository=1']) holdsThat(back.includes(each), back);
      holdsThat(before.length > 100 && (await secrets(cluster, 'trial')) === before, 'secrets have changed');
      must(await cluster.helm('uninstall', 'holdfast', ...at, ...waiting));
      holdsThat((await secrets(cluster, 'trial')) === before, 'secrets went with the release');
    },
  ],
  [
    'a restore begins where others have changed the scale, and no service runs until it is over',
    async () => {
      const at = ['--namespace', 'restored', ...waiting, ...production];
      must(await cluster.helm('install', 'holdfast', chart, ...at, '--create-namespace'));
      const scale = ['scale', '-n', 'restored', '--replicas=4'];
      // As the autoscaler of the one, and by hand the other.
      for (const part of ['gateway', 'identity'])
        must(await cluster.kubectl(...scale, `deployment/holdfast-${part}`));
      must(await cluster.helm('upgrade', 'holdfast', chart, ...at, '--set', 'restore.enabled=true'));
      const during = await ready(cluster, 'restored');
      for (const part of ['gateway', 'identity', 'artifact'])
        holdsThat(
          !during.includes(`holdfast-${part}=`),
          `${part} runs while a backup is restored: ${during}`,
        );
      const left = ['get', 'services,hpa', '-n', 'restored', '-o', 'name'];
      const names = must(await cluster.kubectl(...left));
      holdsThat(names.includes('service/holdfast-gateway-ssh') && !names.includes('autoscal'), names);
      must(await cluster.helm('upgrade', 'holdfast', chart, ...at));
      const back = await ready(cluster, 'restored');
      for (const each of ['gateway=', 'identity=3', 'artifact=', 'repository=3'])
        holdsThat(back.includes(each), back);
      must(await cluster.helm('uninstall', 'holdfast', '--namespace', 'restored', ...waiting));
    },
  ],
  [
    'an installation for many is installed, changed and taken back, and makes no secrets',
    async () => {
      const at = ['--namespace', 'production', ...waiting];
      must(await cluster.helm('install', 'holdfast', chart, ...at, '--create-namespace', ...production));
      const more = ['--set', 'repository.replicas=4'];
      must(await cluster.helm('upgrade', 'holdfast', chart, ...at, ...production, ...more));
      const grown = await ready(cluster, 'production');
      for (const each of ['gateway=3', 'identity=3', 'artifact=3', 'repository=4'])
        holdsThat(grown.includes(each), grown);
      for (const part of ['gateway', 'identity', 'artifact', 'repository'])
        holdsThat((await spread(cluster, 'production', part)) === 3, `${part}: not on all three nodes`);
      const budgets = await mayGo(cluster, 'production');
      for (const part of ['gateway', 'identity', 'artifact', 'repository'])
        holdsThat(budgets.includes(`${part}=1`), `one pod of each part may go, it said: ${budgets}`);
      must(await cluster.helm('rollback', 'holdfast', '1', ...at));
      holdsThat((await ready(cluster, 'production')).includes('repository=3'), 'nodes are not taken back');
      holdsThat((await secrets(cluster, 'production')) === '', 'secrets were made although all are given');
    },
  ],
];

/**
 * Whether a cluster takes the chart.
 * @param {{ temporary: string, patterns: string[] }} run
 */
export const runCluster = async ({ temporary, patterns }) => {
  const cluster = new Cluster(join(temporary, 'cluster'));
  const totals = { ...noTotals };
  try {
    await cluster.start();
    const kinds = join(temporary, 'kinds.json');
    writeFileSync(kinds, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: watchedKinds }));
    for (const file of [kinds, clusterPrograms.routes]) must(await cluster.kubectl('apply', '-f', file));
    must(await cluster.kubectl('wait', '--for=condition=Established', 'crd', '--all', '--timeout=1m'));
    for (const [name, step] of steps(cluster, temporary)) {
      if (patterns.length && !patterns.some((pattern) => new RegExp(pattern, 'i').test(name))) continue;
      try {
        await step();
        totals.passed += 1;
        process.stdout.write(`passed | ${name}\n`);
      } catch (error) {
        totals.failed += 1;
        process.stdout.write(`FAILED | ${name}\n${error instanceof Error ? error.message : String(error)}\n`);
      }
    }
  } finally {
    await cluster.stop();
  }
  return totals;
};
