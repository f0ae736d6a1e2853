import { ArtifactSystem } from '../testing/artifact-system.js';

// A restore of a part dates what it brings back by its own time, as clients ask by dates. All builds of a SNAPSHOT were
// stored at one moment then: one whose clock had been ahead was told as the newest, and so was a file without a build.
describe('builds of a SNAPSHOT that a restore has brought back', () => {
  let system: ArtifactSystem;
  beforeAll(async () => {
    system = await ArtifactSystem.start();
  });
  afterAll(() => system.stop());

  const stamp = (minutes: number): string =>
    new Date(Date.now() + minutes * 60_000).toISOString().replace(/\D/g, '').slice(0, 14);
  const named = (minutes: number, build: number): string =>
    `a-1-${stamp(minutes).replace(/^.{8}/, '$&.')}-${build}.jar`;
  const directory = '/org/a/1-SNAPSHOT';

  it('are ordered by when they were stored before it, until they are stored anew', async () => {
    const where = { repository: system.repository() };
    const [plain, ahead, newest] = ['a-1-SNAPSHOT.jar', named(10, 1), named(-1, 2)];
    for (const name of [plain, ahead, newest]) await system.put(`${directory}/${name}`, name, where);
    const [{ source }] = system.replicas;
    // Stored hours ago, the newest last.
    for (const [at, name] of [plain, ahead, newest].entries())
      await source.query(
        `update file set stored_at = $3::timestamptz + $4 * interval '1 hour', back_at = modified_at
          where repository = $1 and name = $2`,
        [where.repository.uuid, name, new Date(Date.now() - 10 * 3_600_000), at],
      );
    await source.query(
      `update file_index set generation = nextval('file_index_generation'), rendered = null where directory in
         (select directory from file where repository = $1)`,
      [where.repository.uuid],
    );
    const index = async () => (await system.get(`${directory}/maven-metadata.xml`, where)).text;
    expect(await index()).toContain('<buildNumber>2</buildNumber>');
    await system.put(`${directory}/${plain}`, 'anew', where);
    expect(await index()).toContain('<value>1-SNAPSHOT</value>');
  });
});
