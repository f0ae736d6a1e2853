import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administration } from './administration.mjs';
import { findNatsServer } from './setup/nats-server.mjs';
import { checkout } from './paths.mjs';
import { parsed } from './private-files.mjs';
import { readSettings } from './settings.mjs';
import { ask } from './setup/execute.mjs';

/** @typedef {{ name: string, labels: Record<string, string> }} Metadata */
/** @typedef {{ metadata: Metadata, stringData: Record<string, string> }} Secret */

describe('What a cluster is told of its broker', () => {
  const home = mkdtempSync(join(tmpdir(), 'holdfast-kubernetes-'));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const settings = { ...readSettings({}), home };
  const printed = () => administration['broker config'](settings, ['--kubernetes']);
  const secrets = async () => /** @type {{ items: Secret[] }} */ (parsed(await printed())).items;
  /** @param {Secret[]} all @param {string} holder */
  const of = (all, holder) => all.filter(({ metadata }) => metadata.labels['holdfast/for'] === holder);

  it('is a Secret for each part, by the names of the values for production, and the same each time', async () => {
    const all = await secrets();
    const existing = /existing: (holdfast-credentials)/.exec(
      readFileSync(join(checkout, 'deploy/helm/holdfast/values-production.yaml'), 'utf8'),
    )?.[1];
    const parts = ['artifact', 'gateway', 'identity', 'operator', 'repository'];
    const names = of(all, 'parts').map(({ metadata }) => metadata.name);
    expect(names.sort()).toEqual(parts.map((part) => `${existing}-${part}`));
    expect(await secrets()).toEqual(all);
  });

  it('is told to be new where the home had no passwords: an installation that runs has others', async () => {
    const said = import.meta.jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      const other = join(home, 'other');
      for (let time = 0; time < 2; time++)
        await administration['broker config']({ ...settings, home: other }, ['--kubernetes']);
      expect(said.mock.calls).toEqual([
        [
          expect.stringMatching(
            `^New passwords were made in ${other}/credentials, of [^\n]*gateway[^\n]*\n$`,
          ),
        ],
      ]);
    } finally {
      said.mockRestore();
    }
  });

  it('is what the server of NATS takes as the example for its chart includes it', async () => {
    const all = await secrets();
    const [broker, ...others] = of(all, 'broker');
    expect(others).toEqual([]);
    const example = readFileSync(join(checkout, 'deploy/helm/examples/nats.yaml'), 'utf8');
    const [, place] = /\$include: \.\.\/(\S+)/.exec(example) ?? [];
    expect(place).toBe('nats-accounts/accounts.conf');
    expect(example).toContain(`secretName: ${broker.metadata.name}`);
    for (const each of ['nats-config', 'nats-accounts']) mkdirSync(join(home, each));
    writeFileSync(join(home, place), broker.stringData['accounts.conf']);
    // As the chart writes it: one object, with what is merged.
    const config = join(home, 'nats-config/nats.conf');
    writeFileSync(
      config,
      `{\n  include ../${place};\n  "jetstream": {"store_dir": "${home}"},\n  "max_payload": 8MB\n}\n`,
    );
    const judged = ask(findNatsServer() ?? '', '-t', '-c', config);
    expect([judged.ok, judged.output]).toEqual([true, expect.stringContaining('is valid')]);
    for (const { stringData } of of(all, 'parts')) {
      const { broker: login } = /** @type {{ broker: { user: string, password: string } }} */ (
        parsed(stringData['credentials.json'])
      );
      expect(broker.stringData['accounts.conf']).toContain(
        `user: "${login.user}", password: "${login.password}"`,
      );
    }
  });
});
