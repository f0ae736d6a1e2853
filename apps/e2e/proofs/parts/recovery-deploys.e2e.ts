/** @apart Ends services. */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../../clients/door.js';
import { crash, crashed, ready, until } from '../../clients/installation.js';
import { unique } from '../../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type RepositoryAt,
} from '../../world.js';

const sha1 = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

describe('Deploys go on', () => {
  let developer: Person;
  let maven: RepositoryAt;

  beforeAll(async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    maven = await newRepository(admin, project, 'maven');
  });

  it.each(crashed('artifact', 'gateway', 'identity'))(
    'after a crash of the %s, with everything that was acknowledged and nothing half-written',
    async (part) => {
      const artifact = unique('lib');
      const sent = new Map<string, { bytes: Uint8Array<ArrayBuffer>; acknowledged: boolean }>();
      let going = true;
      let count = 0;
      const writers = Array.from({ length: 4 }, async () => {
        while (going) {
          const version = `1.${(count += 1)}`;
          const url = `${maven.url}/org/example/${artifact}/${version}/${artifact}-${version}.jar`;
          const bytes = new Uint8Array(randomBytes(300_000));
          const entry = { bytes, acknowledged: false };
          sent.set(url, entry);
          const answer = await ask('PUT', url, developer, { body: bytes }).catch(() => undefined);
          entry.acknowledged = answer?.status === 201;
          // All that was sent is read, and what was refused is sent again.
          if (!entry.acknowledged) await sleep(500);
        }
      });
      const acknowledgements = (): number =>
        [...sent.values()].filter(({ acknowledged }) => acknowledged).length;
      await until(() => acknowledgements() > 10);
      const before = acknowledgements();
      crash(part);
      await sleep(200);
      await ready();
      await until(() => acknowledgements() > before + 10);
      going = false;
      await Promise.all(writers);

      const versions: string[] = [];
      for (const [url, { bytes, acknowledged }] of sent) {
        const answer = await ask('GET', url, developer);
        const body = new Uint8Array(await answer.arrayBuffer());
        if (answer.status === 404) expect([url, acknowledged]).toEqual([url, false]);
        else {
          expect([answer.status, sha1(body)]).toEqual([200, sha1(bytes)]);
          expect(answer.headers.get('x-checksum-sha1')).toBe(sha1(bytes));
          versions.push(url.split('/').at(-2) ?? '');
        }
      }
      const metadata = await (
        await ask('GET', `${maven.url}/org/example/${artifact}/maven-metadata.xml`, developer)
      ).text();
      const listed = [...metadata.matchAll(/<version>(.*?)<\/version>/g)].map(([, version]) => version);
      expect(listed.sort()).toEqual(versions.sort());
      // What was not acknowledged can simply be sent again.
      for (const [url, { bytes, acknowledged }] of sent)
        if (!acknowledged)
          expect([201, 204]).toContain((await ask('PUT', url, developer, { body: bytes })).status);
    },
  );
});
