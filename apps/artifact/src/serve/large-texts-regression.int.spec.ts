import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { nameOf } from '@holdfast/artifact-spi';
import { placeOf } from '../artifact-file/place.js';
import { ArtifactSystem } from '../testing/artifact-system.js';

const mebibyte = 1024 * 1024;
const versions = 600;
/** Five bytes of XML stand for each `&`. */
const name = (number: number): string => `${number}-${'&'.repeat(245)}`;
const directory = '/g/a';
const index = `${directory}/maven-metadata.xml`;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes beside the heap, without those that nobody holds any more. */
const buffers = (): number => {
  collect();
  return process.memoryUsage().arrayBuffers;
};

// Each request for a large index had a copy of its own, until somebody asked for the next one: who asked and left,
// eight times at once, had two gigabytes in the service for ever.
describe('large indexes and listings that are asked for and not taken', () => {
  let system: ArtifactSystem;
  beforeAll(async () => {
    system = await ArtifactSystem.start();
  });
  afterAll(() => system.stop());

  it('are in memory once, however many ask', async () => {
    const on = { repository: system.repository() };
    const pathOf = (number: number): string => `${directory}/${name(number)}/a-${name(number)}`.slice(1);
    const put = (number: number) => system.put(`/${pathOf(number).replaceAll('&', '%26')}`, 'x', on);
    await put(0);
    const { uuid } = on.repository;
    const places = Array.from({ length: versions - 2 }, (_, at) => placeOf(uuid, pathOf(at + 1)));
    const first = placeOf(uuid, pathOf(0));
    // As if they had been deployed, too.
    await system.replicas[0].source.query(
      `with made as (insert into artifact.directory (repository, hash, parent, name)
           select repository, each.hash, parent, each.directory from artifact.directory,
             unnest($2::bytea[], $3::text[]) each (hash, directory) where directory.hash = $1)
         insert into artifact.file (repository, directory, name, path, search_text, size, md5, sha1, sha256, sha512, uploaded,
             released, artifact, version, created_by, created_at, modified_at)
           select repository, each.hash, 'a-' || each.directory, each.path, '', size, md5, sha1, sha256, sha512, uploaded,
             released, artifact, each.directory, created_by, created_at, modified_at
             from artifact.file, unnest($2::bytea[], $3::text[], $4::text[]) each (hash, directory, path)
             where file.directory = $1`,
      [
        first.hash,
        places.map(({ hash }) => hash),
        places.map(({ directory: each }) => nameOf(each)),
        places.map(({ path }) => path),
      ],
    );
    await put(versions - 1);
    const { length } = (await system.get(index, on)).body;
    expect(length).toBeGreaterThan(versions * 1200);
    for (const path of [index, `${directory}/`]) {
      const before = buffers();
      for (let count = 0; count < 60; count += 1)
        expect((await system.decide('GET', path, on)).is).toBe('download');
      // What nobody holds is given back beside the program.
      for (let left = 100; left > 0 && buffers() - before >= 8 * mebibyte; left -= 1) await wait(20);
      expect(buffers() - before).toBeLessThan(8 * mebibyte);
      const part = await system.get(path, { ...on, headers: { range: `bytes=10-${length - 200_000}` } });
      expect([part.status, part.body.length]).toEqual([206, length - 200_009]);
    }
  });
});
