/** @apart Starts a second storage node, and ends parts of the first one. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { must } from '../../clients/api.js';
import { ChokedLine } from '../../clients/choked-line.js';
import { mustGit, remoteRefs } from '../../clients/git.js';
import { mustHg } from '../../clients/hg.js';
import { crash, ready } from '../../clients/installation.js';
import { SecondNode } from '../../clients/second-node.js';
import { SvnClient } from '../../clients/svn.js';
import { testedKinds, type TestedKind } from '../../clients/tested-kinds.js';
import { endedImport, importOf } from '../../imported.js';
import { eventually, scratch } from '../../scratch.js';
import {
  newCompany,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../../world.js';

/** All that a repository has, as a clone of the stock client has it; the client finds nothing wrong with that. */
const contentOf: Record<TestedKind['type'], (person: Person, at: RepositoryAt) => Promise<string>> = {
  git: async (person, { url }) => {
    const clone = join(await scratch(), 'clone');
    await mustGit('/', 'clone', '-q', '--mirror', person.in(url), clone);
    await mustGit(clone, 'fsck', '--full', '--strict');
    return JSON.stringify(await remoteRefs(clone, person.in(url)));
  },
  mercurial: async (person, { url }) => {
    const clone = join(await scratch(), 'clone');
    await mustHg('/', 'clone', '-q', person.in(url), clone);
    expect(await mustHg(clone, 'verify', '-q')).toBe('');
    return mustHg(clone, 'log', '-T', '{node} {branch} {phase}\n');
  },
  subversion: async (person, { url }) => {
    const client = await SvnClient.of(person);
    const { status, stdout } = await client.run('svnrdump', ['dump', '-q', url]);
    expect(status).toBe(0);
    return stdout;
  },
};

describe('Imports of every kind', () => {
  let admin: Person;
  let project: ProjectAt;
  let second: SecondNode;
  const sources = new Map<TestedKind, RepositoryAt>();

  /** A new repository that lies on the second node, or does not. */
  const placed = async (kind: TestedKind, isThere: boolean, attributes = {}): Promise<RepositoryAt> => {
    // By chance: that none of thirty lies there happens once in a billion times.
    for (let left = 30; left > 0; left -= 1) {
      const made = await newRepository(admin, project, kind.type, attributes);
      if (second.has(made.uuid, kind.type) === isThere) return made;
    }
    throw new Error('no repository lies there');
  };

  beforeAll(async () => {
    admin = await newCompany();
    project = await newProject(admin);
    second = await SecondNode.start();
    await second.complete();
    const fill = async (kind: TestedKind): Promise<void> => {
      const source = await placed(kind, true, kind.attributes);
      const writer = await kind.writer();
      for (let left = 4; left > 0; left -= 1) {
        const pushed = await writer.push(admin, source, randomBytes(100_000).toString('hex'));
        expect(pushed).toMatchObject({ status: 0 });
      }
      sources.set(kind, source);
    };
    await Promise.all(testedKinds.map(fill));
  });
  afterAll(() => second.stop());

  it.each(testedKinds)(
    '$type: go on where the byte process and then the service are killed while they run, and have all in the end',
    async (kind) => {
      const source = sources.get(kind);
      if (!source) throw new Error(`no source of ${kind.type}`);
      const target = await placed(kind, false);
      const line = await ChokedLine.to(source.url, 150_000, 'answers');
      const isRunning = async () => ((await importOf(admin, target)).state === 'running' ? true : undefined);
      try {
        const login = { username: admin.id, password: admin.password };
        const asked = { url: line.over(source.url), ...login };
        await must(admin.api.post(`${target.path}/actions/import`, asked), 202);
        await line.full;
        for (const part of ['byte process', 'repository'] as const) {
          await eventually(isRunning);
          crash(part);
          await ready();
          expect((await importOf(admin, target)).state).toMatch(/^(queued|running)$/);
        }
        line.letGo();
        // What failed twice meanwhile is begun again after two minutes.
        const ended = await endedImport(admin, target, 240_000);
        expect(ended).toEqual({ state: 'done', progress: 100, error: null });
        const here = await contentOf[kind.type](admin, target);
        expect(here === (await contentOf[kind.type](admin, source))).toBe(true);
      } finally {
        line.cut();
      }
    },
    480_000,
  );
});
