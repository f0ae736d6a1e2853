import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask } from '../clients/door.js';
import { ivies, Ivy, type IvyVersion } from '../clients/ivy.js';
import { unique } from '../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type RepositoryAt,
} from '../world.js';

describe.each(ivies)('With $name', ({ missing, ...version }: IvyVersion & { missing: boolean }) => {
  // Skipped by name where the machine has no such Ivy; CI refuses every skip.
  const when = missing ? it.skip : it;
  let developer: Person;
  let repository: RepositoryAt;
  const organisation = unique('org');

  beforeAll(async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    repository = await newRepository(admin, project, 'ivy');
  });

  when('a module is published and resolved, exactly and as the latest', async () => {
    const ivy = await Ivy.for(developer, repository.url, version);
    for (const revision of ['1.0', '1.1']) {
      const { status, output } = await ivy.publish(organisation, 'mod', revision, `content of ${revision}`);
      expect([status, output]).toEqual([0, expect.stringContaining('published mod')]);
    }
    for (const file of [
      'mod/1.0/ivy.xml',
      'mod/1.0/mod-1.0.jar',
      'mod/1.0/mod-1.0.jar.sha1',
      'mod/1.0/mod-1.0.jar.md5',
    ])
      expect([
        file,
        (await ask('HEAD', `${repository.url}/${organisation}/${file}`, developer)).status,
      ]).toEqual([file, 200]);
    const other = await Ivy.for(developer, repository.url, version);
    for (const [asked, revision] of [
      ['1.0', '1.0'],
      ['latest.integration', '1.1'],
      ['[1.0,2.0[', '1.1'],
    ]) {
      const { status, output } = await other.retrieve(organisation, 'mod', asked);
      expect([asked, status, output]).toEqual([asked, 0, expect.not.stringContaining('UNRESOLVED')]);
      expect(await readFile(join(other.directory, `lib/mod-${revision}.jar`), 'utf8')).toBe(
        `content of ${revision}`,
      );
    }
  });

  when('a published revision is not replaced, and the screen says why', async () => {
    const ivy = await Ivy.for(developer, repository.url, version);
    expect((await ivy.publish(organisation, 'fixed', '1.0', 'first')).status).toBe(0);
    const refused = await ivy.publish(organisation, 'fixed', '1.0', 'second');
    expect(refused.status).not.toBe(0);
    const stored = await ask('GET', `${repository.url}/${organisation}/fixed/1.0/fixed-1.0.jar`, developer);
    expect(await stored.text()).toBe('first');
  });

  when('nothing is sent where another realm is configured', async () => {
    const ivy = await Ivy.for(developer, repository.url, version, 'Another Realm');
    const { status } = await ivy.publish(organisation, 'never', '1.0', 'x');
    expect(status).not.toBe(0);
    expect((await ask('GET', `${repository.url}/${organisation}/never/`, developer)).status).toBe(404);
  });
});
