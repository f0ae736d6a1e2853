import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { healthPortOf } from '../clients/health-ports.js';
import { parts } from '../clients/process-doors.js';
import { hasPrometheus, Prometheus, promtool } from '../clients/prometheus.js';
import { newCompany, newProject, newRepository } from '../world.js';

const checkout = join(import.meta.dirname, '../../..');
const rules = join(checkout, 'deploy/helm/holdfast/observability/alerts.yaml');

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

const dashboard = JSON.parse(
  readFileSync(join(checkout, 'deploy/observability/dashboard.json'), 'utf8'),
) as { panels: Panel[] };
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

// tools/test observability says where there is no Prometheus.
(hasPrometheus ? describe : describe.skip)('What Prometheus reads of an installation', () => {
  let prometheus: Prometheus;
  beforeAll(async () => {
    const targets = Object.fromEntries(parts.map((part) => [part, `127.0.0.1:${healthPortOf(part)}`]));
    prometheus = await Prometheus.start(targets, rules);
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
      await sleep(1_500);
    }
  }, 120_000);
  afterAll(() => prometheus?.stop());

  it('is asked for by alerts that come, and stay away, when they should', () => {
    expect(promtool('check', 'rules', rules)).toContain('SUCCESS');
    expect(promtool('test', 'rules', join(checkout, 'deploy/observability/alerts_test.yaml'))).toContain('SUCCESS');
  });

  it('is read of each part', async () => {
    expect(await prometheus.seriesOf('up == 1')).toBe(parts.length);
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
