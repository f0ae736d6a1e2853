/** @apart Ends and stops parts of the installation. */
import { readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { freePort } from '../clients/free-port.js';
import { healthPortOf } from '../clients/health-ports.js';
import { crash, ready } from '../clients/installation.js';
import { pidOf } from '../clients/part.js';
import { parts } from '../clients/process-doors.js';
import { hasPrometheus, Prometheus, promtool, type FiringAlert } from '../clients/prometheus.js';
import { endedPart, startedPart } from '../clients/started-part.js';
import { eventually, scratch } from '../scratch.js';
import { newCompany, newProject, newRepository } from '../world.js';

const checkout = join(import.meta.dirname, '../../..');
const rules = join(checkout, 'deploy/helm/holdfast/observability/alerts.yaml');

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

const dashboard = JSON.parse(
  readFileSync(join(checkout, 'deploy/helm/holdfast/observability/dashboard.json'), 'utf8'),
) as {
  panels: Panel[];
};
const asked = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$namespace', '.*') })),
);

/** Where nothing fails there is no series. */
const ofFailures = /5xx|outcome=~"|unanswered/;
/** What tells of a cluster. */
const ofCluster = /^kube_/;

const namesIn = (expression: string): string[] => [
  ...new Set(expression.match(/\b(?:holdfast|kube|nodejs|process)_\w+/g)),
];

/** What a target declares, without what Prometheus adds for a histogram. */
const base = (name: string, declared: ReadonlySet<string>): string =>
  declared.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, '');

/** Where each part is read. */
const partTargets = (): Record<string, string> =>
  Object.fromEntries(parts.map((part) => [part, `127.0.0.1:${healthPortOf(part)}`]));

// tools/test observability says where there is no Prometheus.
const describeWatched = hasPrometheus ? describe : describe.skip;

describeWatched('What Prometheus reads of an installation', () => {
  let prometheus: Prometheus;
  beforeAll(async () => {
    prometheus = await Prometheus.start(partTargets(), rules);
    const person = await newCompany();
    const project = await newProject(person);
    const jars = await newRepository(person, project, 'maven');
    const code = await newRepository(person, project);
    // A rate needs what was counted at two times, with something between them.
    for (let round = 0; round < 6; round += 1) {
      const content = Buffer.alloc(100_000, String(round));
      const file = `${jars.url}/org/example/seen/1.${round}/seen-1.${round}.jar`;
      expect((await ask('PUT', file, person, { body: content })).status).toBe(201);
      await (await ask('GET', file, person)).arrayBuffer();
      await must(person.api.get(project.path));
      await must(person.api.get(`${code.path}/branches`));
      const refs = await ask('GET', `${code.url}/info/refs?service=git-upload-pack`, person);
      expect(refs.status).toBe(200);
      await refs.arrayBuffer();
      await sleep(3_000);
    }
  });
  afterAll(() => prometheus?.stop());

  it('is asked for by alerts that come, and stay away, when they should', () => {
    expect(promtool('check', 'rules', rules)).toContain('SUCCESS');
    expect(promtool('test', 'rules', join(checkout, 'deploy/observability/alerts_test.yaml'))).toContain(
      'SUCCESS',
    );
  });

  it('is what the configuration for one host by compose asks for', async () => {
    const directory = await scratch();
    const config = join(directory, 'prometheus.yml');
    await copyFile(join(checkout, 'deploy/observability/prometheus.yml'), config);
    await copyFile(rules, join(directory, 'alerts.yaml'));
    expect(promtool('check', 'config', config)).toMatch(/1 rule files found[^]*SUCCESS: \d+ rules found/);
  });

  it('is read of each part', async () => {
    await eventually(async () => (await prometheus.seriesOf('up == 1')) === parts.length || undefined);
  });

  it('has all names that alerts ask for, and no alert is wrong', async () => {
    const alerts = await prometheus.alerts();
    expect(alerts.length).toBeGreaterThan(10);
    const declared = await prometheus.declared();
    for (const { name, query, health } of alerts) {
      expect([name, health]).toEqual([name, 'ok']);
      const missing: string[] = [];
      for (const each of namesIn(query).filter((series) => !ofCluster.test(series))) {
        const isThere = ofFailures.test(each)
          ? declared.has(base(each, declared))
          : (await prometheus.seriesOf(each)) > 0;
        if (!isThere) missing.push(each);
      }
      expect([name, missing]).toEqual([name, []]);
    }
  });

  it('answers all that the dashboard asks', async () => {
    const declared = await prometheus.declared();
    for (const { title, expr } of asked) {
      if ((await prometheus.seriesOf(expr)) > 0) continue;
      expect([title, expr, ofFailures.test(expr)]).toEqual([title, expr, true]);
      const unknown = namesIn(expr).filter((name) => !declared.has(base(name, declared)));
      expect([title, unknown]).toEqual([title, []]);
    }
  });
});

/** What is a minute in the rules is so many seconds here: five times it is looked at in five of them. */
const minute = 3;

/** A copy of the rules, which wait for less. */
const hastened = async (): Promise<string> => {
  const file = join(await scratch(), 'alerts.yaml');
  const inSeconds = (_: string, minutes: string): string => `${Number(minutes) * minute}s`;
  await writeFile(file, readFileSync(rules, 'utf8').replace(/\b(\d+)m\b/g, inSeconds));
  return file;
};

describeWatched('An alert', () => {
  let prometheus: Prometheus;
  let replicaPort: number;
  beforeAll(async () => {
    replicaPort = await freePort();
    const targets = { ...partTargets(), replica: `127.0.0.1:${replicaPort}` };
    prometheus = await Prometheus.start(targets, await hastened());
  });
  afterAll(() => prometheus?.stop());

  const firing = async (name: string): Promise<FiringAlert | undefined> =>
    (await prometheus.firing()).find(({ labels }) => labels.alertname === name);
  const fires = (name: string): Promise<FiringAlert> => eventually(() => firing(name), 100_000);
  const goes = (name: string): Promise<true> =>
    eventually(async () => ((await firing(name)) ? undefined : true), 100_000);

  it('comes when only the reserve of a disk is left, and goes', async () => {
    const replica = await startedPart('artifact', 'the replica', {
      // No disk has so much.
      HOLDFAST_FREE_SPACE_RESERVE: '900000T',
      HOLDFAST_HEALTH_LISTEN: `127.0.0.1:${replicaPort}`,
    });
    try {
      const { labels, annotations } = await fires('HoldfastStorageFull');
      expect(labels).toMatchObject({ pod: 'replica', holds: 'artifacts', severity: 'critical' });
      expect(annotations.summary).toMatch(/^Only the reserve of the disk of artifacts is left/);
    } finally {
      await endedPart(replica, 'SIGTERM');
    }
    await goes('HoldfastStorageFull');
  });

  it('comes when a byte process ends as often as it is started, and goes', async () => {
    let isOver = false;
    const ending = (async () => {
      for (; !isOver; await sleep(100))
        try {
          crash('byte process');
        } catch {
          // It is about to be started.
        }
    })();
    try {
      const { labels } = await fires('HoldfastByteProcessAway');
      expect(labels).toMatchObject({ pod: 'repository', severity: 'critical' });
    } finally {
      isOver = true;
      await ending;
    }
    await goes('HoldfastByteProcessAway');
  });

  it('comes when a service hangs, names it, and goes', async () => {
    const person = await newCompany();
    const { url } = await newRepository(person, await newProject(person), 'maven');
    // On a busy machine others may have waited for answers in vain before.
    await goes('HoldfastCallsUnanswered');
    const hung = pidOf('artifact');
    let isOver = false;
    process.kill(hung, 'SIGSTOP');
    const asking = (async () => {
      const answers: Promise<unknown>[] = [];
      for (let each = 0; !isOver; each += 1, await sleep(500)) {
        const file = `${url}/org/example/a/${each}/a-${each}.jar`;
        answers.push(ask('GET', file, person).then((answer) => answer.text()));
      }
      await Promise.all(answers);
    })();
    try {
      const { labels, annotations } = await fires('HoldfastCallsUnanswered');
      expect(labels).toMatchObject({ service: 'artifact', severity: 'critical' });
      expect(annotations.summary).toBe('The service artifact does not answer the questions of others.');
    } finally {
      isOver = true;
      try {
        process.kill(hung, 'SIGCONT');
      } catch {
        // It has been replaced.
      }
      await asking;
    }
    await ready();
    await goes('HoldfastCallsUnanswered');
  });
});
