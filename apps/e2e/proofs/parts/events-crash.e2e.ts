/** @apart Ends every part, again and again. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventWitness, type Effect } from '@holdfast/platform/testing';
import { must } from '../../clients/api.js';
import { WorkingCopy } from '../../clients/git.js';
import { crash, ready } from '../../clients/installation.js';
import { operate } from '../../clients/operator.js';
import { scratch, unique } from '../../scratch.js';
import {
  companyAdmin,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../../world.js';

/** Changes that are answered with yes; `tools/test events` makes a thousand. */
const asked = process.env.HOLDFAST_TEST_CHANGES;
const changes = Number(asked ?? 40);
/** Who relays the events of a service is that service. */
const parts = ['repository', 'identity', 'nats', 'postgres', 'byte process', 'witness'] as const;
/** How often each of them is ended, at least. */
const deaths = asked ? 2 : 1;

const subjects = [
  'fact.identity.project.created.v1',
  'fact.repository.repository.created.v1',
  'fact.repository.repository.deleted.v1',
  'fact.repository.ref.changed.v1',
] as const;

interface Payload {
  project: { uuid: string; id: string };
  repository: { uuid: string; id: string };
  updates: { ref: string; old?: string; new?: string }[];
}

describe('Events of changes during which every part is killed', () => {
  const mark = unique('crash');
  let admin: Person;
  let witness: EventWitness;
  let project: ProjectAt;
  let repository: RepositoryAt;
  let copy: WorkingCopy;
  let commit: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    witness = await EventWitness.start(subjects);
    project = await newProject(admin);
    repository = await newRepository(admin, project);
    copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    commit = await copy.commit('one.txt', 'one');
    expect((await copy.push(admin.in(repository.url), 'main')).status).toBe(0);
  });
  afterAll(() => witness?.end(), 60_000);

  /** What was answered 2xx, and may be deleted. */
  const made = { repositories: [] as string[], branches: [] as string[] };
  const post = async (path: string, body: object): Promise<boolean> =>
    (await admin.api.post(path, body).catch(() => ({ status: 0 }))).status === 201;
  const remove = async (path: string, id: string | undefined): Promise<boolean> => {
    if (id === undefined) return false;
    return (await admin.api.delete(`${path}/${id}`).catch(() => ({ status: 0 }))).status === 200;
  };
  /** Remembers what was made. */
  const noted = async (list: string[], id: string, making: Promise<boolean>): Promise<boolean> => {
    const is = await making;
    if (is) list.push(id);
    return is;
  };
  const pushed = async (id: string): Promise<boolean> =>
    (await copy.push(admin.in(repository.url), `HEAD:refs/heads/${id}`)).status === 0;
  /** Each says whether it was answered with yes. */
  const kinds: ((id: string) => Promise<boolean>)[] = [
    (id) => post('/projects', { id, name: id }),
    (id) => {
      const body = { id, type: id.endsWith('1') ? 'git' : 'maven' };
      return noted(made.repositories, id, post(`${project.path}/repositories`, body));
    },
    (id) => noted(made.branches, id, post(`${repository.path}/branches`, { id, commit })),
    (id) => noted(made.branches, id, pushed(id)),
    () => remove(`${project.path}/repositories`, made.repositories.shift()),
    () => remove(`${repository.path}/branches`, made.branches.shift()),
    (id) => {
      const modified = [{ path: id, content: id }];
      return post(`${repository.path}/commits`, { branch: id, parent: commit, message: id, modified });
    },
  ];

  /** Every change of ours that an effect tells of, in words. */
  const told = (effects: Effect[]): string[] =>
    effects
      .flatMap(({ subject, payload }) => {
        const { project: at, repository: of, updates } = payload as unknown as Payload;
        const [, , object, verb] = subject.split('.');
        if (object === 'project') return at.id.startsWith(mark) ? [`project ${at.id} ${verb}`] : [];
        if (object === 'repository') return of.id.startsWith(mark) ? [`repository ${of.id} ${verb}`] : [];
        if (of.uuid !== repository.uuid) return [];
        return updates.map(({ ref, old, new: next }) => `${ref} ${old ?? 'nothing'} to ${next ?? 'nothing'}`);
      })
      .sort();

  /** What there is now, and so what has happened: every name was used once, and deleted only if it was there. */
  const happened = async (tried: readonly string[]): Promise<string[]> => {
    const listed = async (path: string): Promise<Map<unknown, string>> => {
      const all = new Map<unknown, string>();
      for (let offset = 0; ; offset += 1000) {
        const { results } = await must(admin.api.get(`${path}&limit=1000&offset=${offset}`));
        for (const { id, old_id, commit: at } of results)
          all.set(old_id ?? id, typeof at === 'string' ? at : commit);
        if (results.length < 1000) return all;
      }
    };
    const projects = await listed(`/projects?search_term=${mark}`);
    const active = await listed(`${project.path}/repositories?search_term=${mark}`);
    const inactive = await listed(`${project.path}/repositories?active=false`);
    const branches = await listed(`${repository.path}/branches?sort=id`);
    const deleted = tried.filter((id) => gone.has(id) && !branches.has(id));
    return [
      ...tried.filter((id) => projects.has(id)).map((id) => `project ${id} created`),
      ...tried.filter((id) => active.has(id) || inactive.has(id)).map((id) => `repository ${id} created`),
      ...tried.filter((id) => inactive.has(id)).map((id) => `repository ${id} deleted`),
      ...['main', ...tried.filter((id) => branches.has(id)), ...deleted].map(
        // A deleted one was at the first commit.
        (id) => `refs/heads/${id} nothing to ${branches.get(id) ?? commit}`,
      ),
      ...deleted.map((id) => `refs/heads/${id} ${commit} to nothing`),
    ].sort();
  };
  /** Branches that were there, and that somebody tried to delete. */
  const gone = new Set<string>();

  it(
    'have exactly one effect each, and none of what did not happen',
    async () => {
      const tried: string[] = [];
      let killed = 0;
      let agreed = 0;
      const going = (): boolean => agreed < changes || killed < deaths * parts.length;
      const working = Array.from({ length: 4 }, async (_, worker) => {
        while (going()) {
          const id = `${mark}-${tried.length}`;
          tried.push(id);
          const kind = kinds[(tried.length + worker) % kinds.length];
          if (kind === kinds[5] && made.branches[0] !== undefined) gone.add(made.branches[0]);
          if (await kind(id)) agreed += 1;
          else await sleep(100);
          await sleep(Math.random() * 50);
        }
      });
      const killing = async (): Promise<void> => {
        while (going()) {
          const part = parts[killed % parts.length];
          if (part === 'witness') await witness.crash();
          else
            try {
              crash(part);
            } catch {
              // It was being started again.
            }
          killed += 1;
          // Sometimes the next one dies before this one is back.
          if (killed % 3 > 0) await ready();
          await sleep(Math.random() * 1_500);
        }
      };
      await Promise.all([...working, killing()]);
      await ready();

      const truth = await happened(tried);
      const end = Date.now() + 90_000;
      while (told(await witness.effects()).length < truth.length && Date.now() < end) await sleep(100);
      const waiting = (): Promise<{ waiting: number }[]> =>
        operate('events', 'status', '--json').then((text) => JSON.parse(text) as { waiting: number }[]);
      while ((await waiting()).some((service) => service.waiting > 0)) await sleep(500);
      expect(told(await witness.effects())).toEqual(await happened(tried));
      // Deletions make two of one name.
      expect(truth.length).toBeGreaterThanOrEqual(agreed);
    },
    240_000 + changes * 2_000,
  );
});
