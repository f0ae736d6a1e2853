import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../system/paths.mjs';

const templates = join(checkout, 'deploy/helm/holdfast/templates');
/** What each template says, by its name. */
const texts = new Map(
  readdirSync(templates)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => [name, readFileSync(join(templates, name), 'utf8')]),
);
const all = [...texts.values()].join('\n');

describe('the network of the chart', () => {
  it('has a policy for each part that runs, what prepares the database and has all passwords included', () => {
    const running = [...texts.values()]
      .filter((text) => /^kind: (Deployment|StatefulSet|Job)$/m.test(text))
      .flatMap((text) => [...text.matchAll(/\$here :?= dict "root" \. "part" "([a-z]+)"/g)])
      .map(([, part]) => part);
    const bound = [...all.matchAll(/"holdfast\.policyHead" \(dict "root" \. "part" "([a-z]+)"/g)].map(
      ([, part]) => part,
    );
    expect(running.length).toBeGreaterThan(6);
    expect(bound.sort()).toEqual(running.sort());
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
