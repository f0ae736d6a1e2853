import { X509Certificate } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout } from '../system/paths.mjs';

const [server, client] = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'];

describe('the certificates of the example', () => {
  const directory = mkdtempSync(join(tmpdir(), 'holdfast-certificates-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  /** @param {string[]} more */
  const made = (...more) =>
    execFileSync(join(checkout, 'deploy/helm/examples/certificates'), [directory, ...more], {
      encoding: 'utf8',
    });
  /** @param {string} name */
  const read = (name) => new X509Certificate(readFileSync(join(directory, `${name}.crt`)));

  it('are those that the chart and the broker ask for, and are not made again', () => {
    const said = made('forge', 'vcs');
    const uses = { 'nats-server': [server, client], 'nats-client': [client], bytes: [server, client] };
    for (const [name, use] of Object.entries(uses)) {
      const certificate = read(name);
      expect([name, certificate.verify(read(`${name.split('-')[0]}-ca`).publicKey)]).toEqual([name, true]);
      expect([name, certificate.keyUsage]).toEqual([name, use]);
    }
    expect(read('nats-server').checkHost('nats-2.nats-headless.brokers.svc')).toBeDefined();
    // OpenSSL takes no star before a single word, which Go does.
    expect(read('nats-server').subjectAltName).toContain('DNS:*.nats-headless,');
    const node = 'forge-holdfast-repository-0.forge-holdfast-repository.vcs.svc';
    expect(read('bytes').checkHost(node)).toBeDefined();
    expect(read('bytes').checkHost('forge-holdfast-artifact.vcs.svc')).toBeDefined();
    const before = read('bytes').fingerprint256;
    expect(made('forge', 'vcs')).toBe(said);
    expect(read('bytes').fingerprint256).toBe(before);
  });

  it('are brought in as the Secrets that the values name', () => {
    const names = [...made().matchAll(/^kubectl create secret generic (\S+) -n (\S+) /gm)];
    expect(names.map(([, name, namespace]) => `${namespace}/${name}`)).toEqual([
      'brokers/nats-tls',
      'holdfast/holdfast-nats-tls',
      'holdfast/holdfast-bytes-tls',
    ]);
    const values = readFileSync(join(checkout, 'deploy/helm/holdfast/values-production.yaml'), 'utf8');
    for (const name of ['holdfast-nats-tls', 'holdfast-bytes-tls'])
      expect(values).toContain(`tlsSecret: ${name}`);
  });
});
