import { join } from 'node:path';
import { must } from '../clients/api.js';
import { generateRepository, mustGit, WorkingCopy } from '../clients/git.js';
import { scratch } from '../scratch.js';
import { companyAdmin, newProject, newRepository, type Person, type RepositoryAt } from '../world.js';

describe('Commits', () => {
  let admin: Person;
  let repository: RepositoryAt;
  let path: string;
  let origin: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    repository = await newRepository(admin, await newProject(admin));
    path = `${repository.path}/commits`;
    origin = join(await scratch(), 'origin');
    await generateRepository(origin, { branches: ['topic', 'area/part'], tags: ['v1'], commits: 5 });
    await mustGit(origin, 'push', '-q', '--mirror', admin.in(repository.url));
  });

  const log = async (...args: string[]): Promise<string[]> =>
    (await mustGit(origin, 'log', '--format=%H', ...args)).split('\n').filter(Boolean);
  const ids = async (query: string): Promise<string[]> =>
    (await must(admin.api.get(`${path}?${query}`))).results.map(({ id }) => id);

  it('are those of git, in its order, page by page', async () => {
    expect(await ids('')).toEqual(await log('main'));
    expect(await ids('reference=area/part')).toEqual(await log('area/part'));
    expect(await ids('reference=v1&order=asc')).toEqual(await log('--reverse', 'v1'));
    const seen: string[] = [];
    for (let offset = 0; ;) {
      const { metadata, results } = await must(
        admin.api.get(`${path}?reference=topic&limit=3&offset=${offset}`),
      );
      seen.push(...results.map(({ id }) => id));
      if (!metadata.more_results) break;
      offset = metadata.next_offset;
    }
    expect(seen).toEqual(await log('topic'));
  });

  it('are found by path, author, text and time', async () => {
    const [, second, , fourth] = await log('--format=%cI', 'topic');
    expect(await ids('reference=topic&path=topic')).toEqual(await log('topic', '--', 'topic'));
    expect(await ids('reference=topic&path=main/2.txt')).toEqual(await log('topic', '--', 'main/2.txt'));
    expect(await ids('author=MIA%40')).toEqual(await log('main'));
    expect(await ids('author=nobody')).toEqual([]);
    expect(await ids('reference=topic&search_term=3 ON topic')).toEqual(
      await log('topic', '--grep=3 on topic'),
    );
    const between = await ids(`reference=topic&after=${fourth}&before=${second}`.replaceAll('+', '%2B'));
    expect(between).toEqual((await log('topic')).slice(2, 3));
  });

  it('are shown by every name that they have, and by nothing that is an expression', async () => {
    const [tip, before] = await log('area/part');
    const shown = await must(admin.api.get(`${path}/area%2Fpart`));
    const format = '%an%n%ae%n%cn%n%ce%n%B';
    const [author, email, committer, committerEmail, description] = (
      await mustGit(origin, 'log', '-1', `--format=${format}`, tip)
    ).split('\n');
    expect(shown).toEqual({
      api_status: 200,
      api_timestamp: expect.any(String) as string,
      id: tip,
      parents: [{ id: before }],
      ...{ author, email, committer, committer_email: committerEmail, description },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
      committed_at: shown.timestamp,
      verification: null,
      repository: { id: repository.id, uuid: repository.uuid },
    });
    for (const name of ['area/part', tip, tip.slice(0, 7)])
      expect((await must(admin.api.get(`${path}/${name}`))).id).toBe(tip);
    for (const name of [
      'area%2Fpart~1',
      'area%2Fpart%5E',
      'main..topic',
      '--all',
      'HEAD',
      'main:main',
      tip.slice(0, 6),
    ])
      expect([name, (await admin.api.get(`${path}/${name}`)).status]).toEqual([name, 404]);
  });

  it('are walked back and forward from any of them, also for one path', async () => {
    const walked = async (below: string): Promise<string[]> =>
      (await must(admin.api.get(`${path}/${below}`))).results.map(({ id }) => id);
    const [, , third] = await log('main');
    expect(await walked('area%2Fpart/history')).toEqual(await log('area/part'));
    expect(await walked('topic/history/topic/1.txt')).toEqual(await log('topic', '--', 'topic/1.txt'));
    expect(await walked(`${third}/future`)).toEqual(await log('--reverse', `${third}..main`));
    expect(await walked(`${third}/future/main/4.txt`)).toEqual(await log('main', '--', 'main/4.txt'));
    expect(await walked('main/future')).toEqual([]);
    expect(await walked('main/history/none')).toEqual([]);
    for (const wrong of ['none/history', 'main~1/future', 'main/history/../x'])
      expect([wrong, (await admin.api.get(`${path}/${wrong}`)).status]).toEqual([wrong, 404]);
  });

  it('are compared from where two revisions part', async () => {
    const compare = `${repository.path}/compare/commits`;
    const { metadata, results } = await must(admin.api.get(`${compare}/topic...area/part?limit=2`));
    expect(results.map(({ id }) => id)).toEqual((await log('topic..area/part')).slice(0, 2));
    expect(metadata).toEqual({
      ...{ more_results: true, next_offset: 2, count: 2 },
      merge_base: await mustGit(origin, 'merge-base', 'topic', 'area/part'),
    });
    expect((await must(admin.api.get(`${compare}/topic...main`))).results).toEqual([]);
    for (const wrong of ['topic..main', 'topic', '...main', 'topic...', 'topic...main...v1', 'none...main'])
      expect([wrong, (await admin.api.get(`${compare}/${wrong}`)).status]).toEqual([wrong, 404]);
  });

  it('of an unknown reference or an impossible path are refused', async () => {
    const { status, body } = await admin.api.get(`${path}?reference=none&path=../etc&sort=id`);
    expect([status, body.api_errors]).toEqual([422, { sort: { invalid: true } }]);
    expect((await admin.api.get(`${path}?reference=none&path=../etc`)).body.api_errors).toEqual({
      reference: { not_found: true },
      path: { invalid: true },
    });
  });

  it('with messages that are no UTF-8 are shown all the same', async () => {
    const copy = await WorkingCopy.make(join(await scratch(), 'latin'));
    const latin = ['-c', 'i18n.commitEncoding=ISO-8859-1'];
    const first = await copy.file(Buffer.from('caf\xe9', 'latin1'));
    await copy.must(...latin, 'commit', '-q', '--allow-empty', '-F', first);
    // git itself would repair it: older programs did not.
    const head = (await copy.must('cat-file', 'commit', 'HEAD')).replace(/encoding .*\n/, '');
    const text = `${head.slice(0, head.indexOf('\n\n'))}\n\nth\xe9\n`.replace(
      '\nauthor',
      `\nparent ${await copy.must('rev-parse', 'HEAD')}\nauthor`,
    );
    const second = await copy.file(Buffer.from(text, 'latin1'));
    const tip = await copy.must('hash-object', '-w', '-t', 'commit', second);
    await copy.must('push', '-q', admin.in(repository.url), `${tip}:refs/heads/latin`);
    const { results } = await must(admin.api.get(`${path}?reference=latin&order=asc`));
    expect(results.map(({ description }) => description)).toEqual(['café', 'th\ufffd']);
    expect(await ids('reference=latin&search_term=CAFÉ')).toHaveLength(1);
  });
});
