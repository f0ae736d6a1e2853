// The chart before a real API server with simulated nodes: what it renders is accepted, and it is installed, changed
// and taken back.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdsThat, must, runSteps } from './step-outcome.mjs';
import { releaseSteps } from './chart-releases.mjs';
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
import { clusterPrograms } from './setup/cluster-programs.mjs';
import { watchedKinds } from './watched-kinds.mjs';

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
      const directory = join(temporary, 'kinds');
      /** All of it, of which what Helm prints is kept in part. @param {string[]} more */
      const rendered = async (...more) => {
        rmSync(directory, { recursive: true, force: true });
        const values = [...production, ...routed, ...more];
        must(await cluster.helm('template', 'holdfast', chart, '--output-dir', directory, ...values));
        const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
        return files
          .filter((name) => name.endsWith('.yaml'))
          .map((name) => readFileSync(join(directory, name), 'utf8'))
          .join('\n');
      };
      const bare = await rendered();
      const whole = await rendered(...monitored, '--api-versions', httpRoute);
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
      for (const [hours, verifyHours] of [
        [8, 26],
        [26, 1026],
      ]) {
        const given = `backup.alertHours=${hours},backup.verifyAlertHours=${verifyHours}`;
        const asked = must(await cluster.helm(...template, ...shown, ...backups, '--set', given));
        for (const seconds of [3600 * hours, 3600 * verifyHours])
          holdsThat(asked.match(new RegExp(`> ${seconds}$`, 'gm'))?.length === 1, `${seconds}: ${asked}`);
      }
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
  ...releaseSteps(cluster),
];

/**
 * Whether a cluster takes the chart.
 * @param {{ temporary: string, patterns: string[] }} run
 */
export const runCluster = async ({ temporary, patterns }) => {
  const cluster = new Cluster(join(temporary, 'cluster'));
  try {
    await cluster.start();
    const kinds = join(temporary, 'kinds.json');
    writeFileSync(kinds, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: watchedKinds }));
    for (const file of [kinds, clusterPrograms.routes]) must(await cluster.kubectl('apply', '-f', file));
    must(await cluster.kubectl('wait', '--for=condition=Established', 'crd', '--all', '--timeout=1m'));
    return await runSteps(steps(cluster, temporary), { patterns });
  } finally {
    await cluster.stop();
  }
};
