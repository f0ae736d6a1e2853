import { setTimeout as wait } from 'node:timers/promises';
import { actor, type RepositoryScope } from '@holdfast/kernel';
import { jest } from '@jest/globals';
import { FileIndexStore } from '../artifact-file/file-index.store.js';
import { MemberIndexStore } from '../artifact-file/member-index.store.js';
import { ArtifactSystem } from '../testing/artifact-system.js';
import { HeavyTurns } from '../turns/heavy-turns.js';

const path = '/com/acme/maven-metadata.xml';
const long = (of: string, n: number): string => `${of}-${n}-`.padEnd(250, 'x');
const many = (count: number, each: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => each(n)).join('');
/** `variants`: how many names of files it divides otherwise than the rule. */
const saying = (of: string, { plugins, variants = 0 }: { plugins: number; variants?: number }): string => {
  const listed = many(plugins, (n) => {
    const name = long(of, n);
    return `<plugin><prefix>${of}-${n}</prefix><artifactId>${name}</artifactId><name>${name}</name></plugin>`;
  });
  const named = many(variants, (n) => {
    const classifier = long(of, n);
    return `<snapshotVersion><classifier>${classifier}</classifier><extension>j.${classifier}</extension></snapshotVersion>`;
  });
  const versioning = `<versioning><snapshotVersions>${named}</snapshotVersions></versioning>`;
  return `<metadata>${versioning}<plugins>${listed}</plugins></metadata>`;
};

/** What clients had added to fifty members, some MiB each, was read at once, outside of any turn. */
describe('an index of members to which clients have added much', () => {
  let system: ArtifactSystem;
  beforeAll(async () => {
    system = await ArtifactSystem.start();
  });
  afterAll(() => system.stop());

  /** The index; until another one's turn is over nothing is read for it. */
  const afterItsTurn = async (repository: RepositoryScope, read: object): Promise<string> => {
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    const turns = system.replicas[0].part(HeavyTurns);
    const other = turns.run(actor(system.context(repository)), () => held);
    const answer = system.get(path, { repository });
    await wait(300);
    expect(read).not.toHaveBeenCalled();
    release();
    await other;
    return (await answer).text;
  };

  it('waits for its turn, and is made of one after the other', async () => {
    const [replica] = system.replicas;
    const members: RepositoryScope[] = ['a', 'b', 'c'].map(() => system.repository());
    for (const [at, repository] of members.entries())
      expect((await system.put(path, saying('abc'[at], { plugins: 600 }), { repository })).status).toBe(201);
    const repository = system.repository({ members: members.map(({ uuid }) => uuid) });
    const atOnce = jest.spyOn(replica.part(MemberIndexStore), 'facts');
    const read = jest.spyOn(replica.part(FileIndexStore), 'facts');
    const text = await afterItsTurn(repository, read);
    const listed = [...text.matchAll(/<prefix>([abc])-\d+</g)].map(([, of]) => of).join('');
    expect(listed).toMatch(/^a{600}b{100,}$/);
    expect(read.mock.calls.map(([asked]) => asked)).toEqual(members.map(({ uuid }) => uuid));
    expect(atOnce).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });

  it('waits for its turn where it is that of one repository, too', async () => {
    const repository = system.repository();
    const document = saying('a', { plugins: 800, variants: 400 });
    expect((await system.put(path, document, { repository })).status).toBe(201);
    const read = jest.spyOn(system.replicas[0].part(FileIndexStore), 'facts');
    expect([...(await afterItsTurn(repository, read)).matchAll(/<prefix>/g)]).toHaveLength(800);
    jest.restoreAllMocks();
  });
});
