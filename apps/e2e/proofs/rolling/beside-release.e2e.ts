/** @apart Ends each service in turn, and starts others in its place. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChangingCode } from '../../clients/changing-code.js';
import { FaultLoad } from '../faults/fault-load.js';
import { RolledPeople } from './rolled-people.js';
import { writeReport } from '../../clients/coverage-report.js';

/** Given by `tools/test beside`, which starts the services as those of the last release. */
const code = ChangingCode.given();

/** In this order, so that each is of one version while those behind it are of the other. */
const services = ['gateway', 'identity', 'artifact', 'repository'] as const;

describe('While services of the last release are replaced by the present ones', () => {
  const { release, present } = code;
  let people: RolledPeople;

  beforeAll(async () => {
    people = await RolledPeople.begin();
  });
  afterAll(() => people?.end());

  it('has two of each', () => {
    for (const service of services) {
      const [old, fresh] = [release, present].map((tree) =>
        readFileSync(join(tree, 'apps', service, 'bundle/main.js')),
      );
      expect([service, old.equals(fresh)]).toEqual([service, false]);
    }
  });

  it('and back, each mixture of both serves everybody, and nothing that was acknowledged is lost', async () => {
    const { parts } = people;
    const replaced = {
      gateway: () => parts.gateways(),
      identity: () => parts.deployment('identity'),
      artifact: () => parts.deployment('artifact'),
      repository: () => parts.node(),
    };
    const lines = ['| replaced | statuses so far | without an answer |'];
    await people.round();
    const load = await FaultLoad.before(people.admin, people.site);
    try {
      await load.more();
      // Up, back as after an upgrade that failed, and up again.
      for (const [way, tree] of Object.entries({ up: present, back: release, again: present }))
        for (const service of services) {
          code.lead(service, tree);
          await replaced[service]();
          await load.more();
          await people.round();
          const statuses = [...load.witness.seen].map(([status, count]) => `${count} × ${status}`).join(', ');
          lines.push(`| ${service} ${way} | ${statuses} | ${load.witness.unanswered} |`);
        }
    } finally {
      await load.end();
      await writeReport('beside-release', lines);
    }
    // Processes of the release are ended, too, and as well as they can.
    const { faults, untold } = load.witness;
    expect({ lost: await load.lost(), faults, untold }).toEqual({ lost: 0, faults: [], untold: 0 });
    await people.check();
  }, 1_800_000);
});
