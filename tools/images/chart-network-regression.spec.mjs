import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../system/paths.mjs';
import { parsed } from '../system/private-files.mjs';

const templates = join(checkout, 'deploy/helm/holdfast/templates');
/** What each template says, by its name. */
const texts = new Map(
  readdirSync(templates, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => [name, readFileSync(join(templates, name), 'utf8')]),
);
const all = [...texts.values()].join('\n');

describe('the network of the chart', () => {
  // Where a namespace denies what no policy allows, one that has none reaches nothing.
  it('has a policy for each part that runs, what prepares the database and what tests the site included', () => {
    const running = [...texts.values()]
      .filter((text) => /^kind: (Deployment|StatefulSet|Job|Pod)$/m.test(text))
      .flatMap((text) => [...text.matchAll(/\$here :?= dict "root" \. "part" "([a-z]+)"/g)])
      .map(([, part]) => part);
    const bound = [...all.matchAll(/"holdfast\.policyHead" \(dict "root" \. "part" "([a-z]+)"/g)].map(
      ([, part]) => part,
    );
    expect(running.length).toBeGreaterThan(6);
    expect(bound.sort()).toEqual(running.sort());
  });

  it('lets imports go to networks of the operator, whatever is excepted of all the others', () => {
    const [, rule = ''] = (texts.get('networkpolicies.yaml') ?? '').split('# Imports and mirrors');
    expect(rule).toContain('ipBlock: {{ omit $policy.remotes "also" | toJson }}');
    expect(rule).toMatch(
      /range \$policy\.remotes\.also \}\}\n +- ipBlock: \{ cidr: \{\{ \. \| quote \}\} \}\n/,
    );
  });

  it('takes only networks of pods at which parts listen', () => {
    const schema = readFileSync(join(templates, '../values.schema.json'), 'utf8');
    const { definitions } = /** @type {{ definitions: Record<string, { pattern: string }> }} */ (
      parsed(schema)
    );
    const listened = [...all.matchAll(/HOLDFAST_BYTES_LISTEN\n +value: (\S+):7070/g)].map(([, host]) => host);
    expect([...new Set(listened)]).toEqual(['0.0.0.0']);
    const [, name = ''] = /"podNetworks": \{[^$]*"\$ref": "#\/definitions\/(\w+)"/.exec(schema) ?? [];
    const network = new RegExp(definitions[name].pattern);
    expect(['10.244.0.0/16', '100.64.0.0/10', 'fd00::/8'].map((each) => network.test(each))).toEqual([
      ...[true, true, false],
    ]);
  });

  it('opens nothing at the broker of a trial but the door for the parts', () => {
    const [, broker = ''] = (texts.get('trial.yaml') ?? '').split('if .Values.broker.trial');
    expect(broker).toContain('listen: "0.0.0.0:4222"');
    expect(broker.match(/containerPort: \d+/g)).toEqual(['containerPort: 4222']);
    expect(broker).not.toMatch(/^\s*(http|https|http_port|https_port|monitor_port)\b|8222|httpGet/m);
  });

  it('has a list of its own of those who are believed at the SSH door', () => {
    const gateway = texts.get('gateway.yaml') ?? '';
    const believed = (/** @type {string} */ name) =>
      new RegExp(`with \\.Values\\.(\\S+) \\}\\}\\s+- name: ${name}\\n`).exec(gateway)?.[1];
    expect(believed('HOLDFAST_TRUSTED_PROXIES')).toBe('trustedProxies');
    expect(believed('HOLDFAST_SSH_TRUSTED_PROXIES')).toBe('ssh.trustedProxies');
  });
});
