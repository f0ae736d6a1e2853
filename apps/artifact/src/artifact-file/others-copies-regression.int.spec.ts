import { hash } from 'node:crypto';
import { ArtifactSystem } from '../testing/artifact-system.js';
import { copyText } from './file.query.js';

interface Plan {
  'Index Name'?: string;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Whoever uploaded by a digest had all files with it looked through, those of all other repositories. */
describe('an upload by a digest that very many files have', () => {
  let system: ArtifactSystem;
  beforeAll(async () => {
    system = await ArtifactSystem.start();
  });
  afterAll(() => system.stop());

  it('is looked for among the files of its repository', async () => {
    const [{ source }] = system.replicas;
    const [own, other] = [system.repository(), system.repository()];
    const digest = hash('sha256', 'x');
    await system.put('/a.txt', 'x', { repository: other });
    await source.query('drop index artifact.file_search');
    await source.query(
      `insert into artifact.file (repository, directory, name, path, search_text, size, md5, sha1, sha256, sha512, uploaded,
         released, created_by, created_at, modified_at)
       select repository, directory, name || n, path || n, '', size, md5, sha1, sha256, sha512, uploaded, released,
         created_by, created_at, modified_at
       from artifact.file, generate_series(1, 20000) as n`,
    );
    await source.query('analyze artifact.file');
    const [row] = await source.query<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>(
      `explain (analyze, format json) ${copyText}`,
      [own.uuid, Buffer.from(digest, 'hex')],
    );
    const plans = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(plans)];
    const found = plans(row['QUERY PLAN'][0].Plan);
    expect(found.flatMap((each) => each['Rows Removed by Filter'] ?? [])).toEqual([]);
    expect(found.map((each) => each['Index Name'])).toContain('file_copy');
    const headers = { 'x-checksum-deploy': 'true', 'x-checksum-sha256': digest };
    expect((await system.put('/b.txt', '', { repository: own, headers })).status).toBe(404);
    expect((await system.put('/b.txt', '', { repository: other, headers })).status).toBe(201);
  });
});
