import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask } from '../clients/door.js';
import { ivies, Ivy, type IvyVersion } from '../clients/ivy.js';
import { unique } from '../scratch.js';
import { companyAdmin, newMember, newProject, newRepository } from '../world.js';

/** Java reads each of them as an address with a scheme: Ivy took it for the end of the list, or for a revision. */
const likeAddresses = ['x:y', 'jar:x', 'mailto:9.9', 'file:9.9', 'http:9.9', 'é:x'];

/** Ivy writes a revision in the place of this word, and did so without an end. */
const endless = ['[revision]', '9[revision]'];

describe.each(ivies)('With $name', ({ missing, ...version }: IvyVersion & { missing: boolean }) => {
  // Skipped by name where the machine has no such Ivy; CI refuses every skip.
  const when = missing ? it.skip : it;

  when('names that look like addresses keep nobody from the newest revision', async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    const developer = await newMember(admin, project, 'developer');
    const { url } = await newRepository(admin, project, 'ivy');
    const organisation = unique('org');
    const ivy = await Ivy.for(developer, url, version);
    for (const revision of ['1.0', '1:1'])
      expect((await ivy.publish(organisation, 'mod', revision, `content of ${revision}`)).status).toBe(0);
    for (const name of [...likeAddresses, ...endless])
      for (const path of [`${encodeURIComponent(name)}/z.txt`, `${encodeURIComponent(name)}.txt`]) {
        const { status } = await ask('PUT', `${url}/${organisation}/mod/${path}`, developer, { body: 'z' });
        expect([path, status]).toEqual([path, 201]);
      }
    const page = await (await ask('GET', `${url}/${organisation}/mod/`, developer)).text();
    // As a browser reads it: each row is shown and leads to what it names.
    for (const name of likeAddresses) {
      const [, href, text] = /<a href="([^"]*)">([^<]*)<\/a>/.exec(
        page.split('\n').find((row) => row.includes(`"./${encodeURIComponent(name)}/"`)) ?? '',
      ) ?? ['', '', ''];
      expect(text.replaceAll('&#58;', ':')).toBe(`${name}/`);
      const row = new URL(href, `${url}/${organisation}/mod/`).href;
      expect([row, (await ask('GET', row, developer)).status]).toEqual([row, 200]);
    }
    const other = await Ivy.for(developer, url, version);
    for (const asked of ['latest.integration', '[1.0,2.0[', '1:+']) {
      const { status, output } = await other.retrieve(organisation, 'mod', asked);
      expect([asked, status, output]).toEqual([asked, 0, expect.not.stringContaining('UNRESOLVED')]);
    }
    expect(await readFile(join(other.directory, 'lib/mod-1:1.jar'), 'utf8')).toBe('content of 1:1');
  });
});
