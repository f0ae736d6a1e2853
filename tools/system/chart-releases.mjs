// Releases of the chart in a cluster: what is installed, changed, restored and taken back.
import { must, holdsThat } from './step-outcome.mjs';
import { chart, production } from './chart-values.mjs';

/** @import { Cluster } from './cluster.mjs' */

/** Until all is there and every pod is ready. */
const waiting = ['--wait', '--timeout', '4m'];

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

/** The last of the revisions that Helm tells. @param {string} history */
const lastRevision = (history) =>
  Math.max(...[...history.matchAll(/"revision":(\d+)/g)].map(([, number]) => Number(number)));

/**
 * The steps, in their order.
 * @param {Cluster} cluster
 * @returns {[string, () => Promise<void>][]}
 */
export const releaseSteps = (cluster) => [
  [
    'a trial is installed, grows, and is taken back; its secrets stay what they are',
    async () => {
      const at = ['--namespace', 'trial'];
      const told = must(
        await cluster.helm('install', 'holdfast', chart, ...at, '--create-namespace', ...waiting),
      );
      holdsThat(told.includes('WARNING: monitoring.from is empty'), told);
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
      const refused = await cluster.helm('upgrade', 'holdfast', chart, ...at);
      holdsThat(!refused.ok && refused.output.includes('.spec.replicas'), `no conflict: ${refused.output}`);
      must(await cluster.helm('upgrade', 'holdfast', chart, ...at, '--set', 'identity.replicas=4'));
      // What refuses a rollback to it has no node, and so does not succeed here, as it does not elsewhere.
      const restoring = ['--set', 'restore.enabled=true,backup.nodeSelector.there=none'];
      must(await cluster.helm('upgrade', 'holdfast', chart, ...at, ...restoring));
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
      const serves = async () => {
        const there = await ready(cluster, 'restored');
        for (const each of ['gateway=', 'identity=3', 'artifact=', 'repository=3'])
          holdsThat(there.includes(each), there);
      };
      await serves();
      const revisions = ['history', 'holdfast', '-n', 'restored', '-o', 'json'];
      const last = lastRevision(must(await cluster.helm(...revisions)));
      const backTo = ['-n', 'restored', '--wait', '--timeout'];
      const again = await cluster.helm('rollback', 'holdfast', `${last - 1}`, ...backTo, '20s');
      holdsThat(!again.ok && again.output.includes('no-rollback'), `restored again: ${again.output}`);
      await serves();
      must(await cluster.helm('rollback', 'holdfast', `${last}`, ...backTo, '4m'));
      must(await cluster.helm('upgrade', 'holdfast', chart, ...at));
      must(await cluster.helm('uninstall', 'holdfast', '--namespace', 'restored', ...waiting));
    },
  ],
  [
    'an installation for many is installed, changed and taken back, and makes no secrets',
    async () => {
      const at = ['--namespace', 'production', ...waiting];
      const told = must(
        await cluster.helm('install', 'holdfast', chart, ...at, '--create-namespace', ...production),
      );
      holdsThat(!told.includes('WARNING'), told);
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
      // Larger volumes, as the guide says: the pods of the nodes go on.
      const nodes = ['get', 'pods', '-n', 'production', '-l', 'app.kubernetes.io/component=repository'];
      const uids = [...nodes, '-o', 'jsonpath={.items[*].metadata.uid}'];
      const before = must(await cluster.kubectl(...uids));
      const larger = [...production, '--set', 'repository.storage.size=600Gi'];
      const set = ['statefulset', 'holdfast-repository', '-n', 'production', '--cascade=orphan'];
      holdsThat(
        !(await cluster.helm('upgrade', 'holdfast', chart, ...at, ...larger)).ok,
        'it was not refused',
      );
      must(await cluster.kubectl('delete', ...set));
      must(await cluster.helm('upgrade', 'holdfast', chart, ...at, ...larger));
      holdsThat((await ready(cluster, 'production')).includes('repository=3'), 'nodes are not taken over');
      holdsThat(before === must(await cluster.kubectl(...uids)), 'nodes were made anew');
      holdsThat((await secrets(cluster, 'production')) === '', 'secrets were made although all are given');
    },
  ],
];
