import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { checkout } from '../system/paths.mjs';
import { parsed } from '../system/private-files.mjs';

/** @param {string} path */
const read = (path) => readFileSync(join(checkout, path), 'utf8');

/** The names in the table of the guide. */
const documented = [...read('docs/guides/operating.md').matchAll(/^\| `(holdfast_\w+)`/gm)].map(
  ([, name]) => name,
);

/** What sources declare, with its type. @type {Map<string, string>} */
const declared = new Map(
  ['apps', 'libs']
    .flatMap((root) =>
      readdirSync(join(checkout, root), { recursive: true, encoding: 'utf8' }).map((each) =>
        join(root, each),
      ),
    )
    .filter((path) => /\/src\/.*\.metrics\.ts$/.test(path) && !path.includes('node_modules'))
    .flatMap((path) =>
      [...read(path).matchAll(/new (Histogram|Counter|Gauge|WatchedValues)\(\{\s*name: '(\w+)'/g)].map(
        ([, type, name]) => /** @type {[string, string]} */ ([name, type]),
      ),
    ),
);

/** Of Node, and of what tells of a cluster. */
const foreign = new Set(['kube_cronjob_status_last_successful_time', 'kube_cronjob_created', 'up']);
beforeAll(() => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  for (const { name } of register.getMetricsAsArray()) foreign.add(name);
});

/** The names of series in an expression. @param {string} expression */
const seriesOf = (expression) =>
  expression
    .replace(/\{\{[^}]*\}\}/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
    .match(/\b[a-zA-Z_:][\w:]*\b(?!\s*\()/g)
    ?.filter((name) => !/^(?:and|or|unless|bool|offset)$/.test(name)) ?? [];

/** Whether there is a series of this name. @param {string} series */
const exists = (series) => {
  if (foreign.has(series)) return true;
  const type = declared.get(series);
  if (type !== undefined) return type !== 'Histogram';
  return declared.get(series.replace(/_(?:bucket|sum|count)$/, '')) === 'Histogram';
};

const rules = read('deploy/helm/holdfast/observability/alerts.yaml');
const alerts = [...rules.matchAll(/^ +- alert: (\w+)\n +expr: (.+)$/gm)].map(
  ([, alert, expression]) => /** @type {[string, string]} */ ([alert, expression]),
);
const names = alerts.map(([alert]) => alert).sort();

/** @typedef {{ title: string, targets?: { expr: string }[] }} Panel */
const dashboard = /** @type {{ panels: Panel[], uid: string }} */ (
  parsed(read('deploy/helm/holdfast/observability/dashboard.json'))
);

describe('What an installation counts', () => {
  it('is what the guide says, once', () => {
    expect([...documented].sort()).toEqual([...declared.keys()].sort());
  });

  it('is named as Prometheus has it', () => {
    for (const [name, type] of declared) {
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'Counter' || /_total$/.test(name)]);
      expect(name).toMatch(/^holdfast_[a-z_]+[a-z]$/);
      if (type === 'Histogram') expect(name).toMatch(/_seconds$/);
    }
  });

  it('is all that alerts ask for, and the guide says what to do at each', () => {
    expect(alerts.length).toBe(rules.match(/alert: /g)?.length);
    for (const [alert, expression] of alerts)
      expect([alert, seriesOf(expression).filter((series) => !exists(series))]).toEqual([alert, []]);
    const told = [...read('docs/guides/alerts.md').matchAll(/^## (Holdfast\w+)$/gm)].map(([, name]) => name);
    expect(told.sort()).toEqual(names);
  });

  it('leads from each alert to its part of the guide, by the mark that the chart replaces', () => {
    const page = 'docs/guides/alerts.md#';
    const told = [...rules.matchAll(/^ +runbook_url: '(.+)'$/gm)].map(([, address]) => address);
    expect(told).toEqual(alerts.map(([alert]) => `${page}${alert.toLowerCase()}`));
    expect(read('deploy/helm/holdfast/templates/monitoring.yaml')).toContain(`replace "${page}"`);
  });

  it('has a case in which each alert comes, and one in which it does not', () => {
    const cases = [
      ...read('deploy/observability/alerts_test.yaml').matchAll(/alertname: (\w+)(,| *\n)(.*)/g),
    ].map(([line, alert]) => ({ alert, comes: !line.includes('exp_alerts: []') }));
    for (const comes of [true, false]) {
      const shown = cases.filter((each) => each.comes === comes).map(({ alert }) => alert);
      expect([...new Set(shown)].sort()).toEqual(names);
    }
  });

  it('is asked for in the namespace of a release, by the marks that the chart replaces', () => {
    const template = read('deploy/helm/holdfast/templates/monitoring.yaml');
    const ofJobs = ['cronjob=~\\".+-backup\\"', 'cronjob=~\\".+-verify\\"'];
    for (const mark of ['namespace=~\\".*\\"', ...ofJobs]) {
      expect([mark, template.includes(`replace "${mark}"`)]).toEqual([mark, true]);
      expect([mark, rules.includes(mark.replaceAll('\\', ''))]).toEqual([mark, true]);
    }
    for (const [alert, expression] of alerts) {
      const selectors = expression.match(/\{[^}]*\}/g) ?? [];
      expect([alert, selectors.length > 0]).toEqual([alert, true]);
      expect([alert, selectors.filter((each) => !each.includes('namespace=~".*"'))]).toEqual([alert, []]);
    }
  });

  it('has the hours of an operator in the alert that they are for, and in no other', () => {
    const template = read('deploy/helm/holdfast/templates/monitoring.yaml');
    const limits = [...template.matchAll(/"(\w+)" \(dict "stands" "(> \d+)"/g)].map(([, ...limit]) => limit);
    const shown = alerts
      .filter(([alert]) => alert.startsWith('HoldfastBackup'))
      .map(([alert, expression]) => [alert, /> \d+$/.exec(expression)?.[0]]);
    expect(shown).toHaveLength(2);
    expect(limits).toEqual(shown);
    expect(template).not.toMatch(/replace "\d+"/);
  });

  it('is all that the dashboard asks for', () => {
    const asked = dashboard.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ title, series: seriesOf(expr) })),
    );
    expect(asked.length).toBeGreaterThan(10);
    for (const { title, series } of asked) {
      expect([title, series.length > 0]).toEqual([title, true]);
      expect([title, series.filter((each) => !exists(each))]).toEqual([title, []]);
    }
  });
});
