import { archiveNames } from '../clients/archive-names.js';
import { largeFile, lasting } from '../clients/kind-histories.js';
import { ShownHistory } from '../clients/shown-history.js';
import { testedKinds, type TestedKind } from '../clients/tested-kinds.js';
import { companyAdmin, newMember, newProject } from '../world.js';

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
/** Of all lists, and of those of names. */
const wrongPages = [
  ['limit=0', { limit: { minimum: 1 } }],
  ['limit=1001', { limit: { maximum: 1000 } }],
  ['offset=-1', { offset: { minimum: 0 } }],
  ['offset=1&offset=2', { offset: { invalid: true } }],
  ['limit=1&order=sideways', { order: { invalid: true } }],
  ['sort=colour', { sort: { invalid: true } }],
  ['before=yesterday', { before: { invalid: true } }],
  ['after=2020-13-01', { after: { invalid: true } }],
  ['active=perhaps', { active: { invalid: true } }],
  ['search_term=a&search_fields=colour', { search_fields: { invalid: true } }],
  ['expand=colours', { expand: { invalid: true } }],
] as const;

describe('What the API shows is the same of every kind', () => {
  const histories = new Map<TestedKind['type'], ShownHistory>();

  beforeAll(async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    const other = await newMember(admin, project, 'developer');
    const make = async (kind: TestedKind) =>
      histories.set(kind.type, await ShownHistory.of(kind, project, admin, other));
    await Promise.all(testedKinds.map(make));
  });

  const of = ({ type }: TestedKind): ShownHistory => {
    const found = histories.get(type);
    if (!found) throw new Error(`no history of ${type}`);
    return found;
  };

  it.each(testedKinds)('$type: commits, in order, in parts, and by what they are', async (kind) => {
    const shown = of(kind);
    const { log, sideLog, root, first, second, third, other } = shown.made;
    expect(await shown.told('/commits')).toEqual(log);
    expect(await shown.told('/commits?order=asc')).toEqual([...log].reverse());
    expect(await shown.told('/commits?reference=side')).toEqual(sideLog);
    expect(await shown.told(`/commits?reference=${third}&limit=1&offset=1`)).toEqual([second]);
    const { metadata } = await shown.page(`/commits?limit=${log.length}`);
    expect(metadata).toEqual({ more_results: false, next_offset: log.length, count: log.length });
    expect((await shown.page('/commits?limit=1')).metadata).toMatchObject({ more_results: true, count: 1 });
    const file = encodeURIComponent(`${root}docs/a b.txt`);
    expect(await shown.told(`/commits?reference=${third}&path=${file}`)).toEqual([second, first]);
    expect(await shown.told(`/commits?reference=${third}&path=${root}docs`)).toEqual([third, second, first]);
    expect(await shown.told(`/commits?path=${root}none`)).toEqual([]);
    expect(await shown.told(`/commits?author=${encodeURIComponent(other)}`)).toEqual([second]);
    expect(await shown.told('/commits?search_term=THE%20SECOND')).toEqual([second]);
    expect(await shown.told(`/commits?reference=${third}&search_term=%C3%A4nderung&limit=2`)).toEqual([
      ...[third, second],
    ]);
    const between = `after=${await shown.timeOf(first)}&before=${await shown.timeOf(third)}`;
    expect(await shown.told(`/commits?${between}`)).toEqual([second]);
    expect(await shown.page(`/commits/${second}`)).toMatchObject({
      ...{ id: second, parents: [{ id: first }], description: 'The second step\n\nÄnderung' },
    });
    for (const [query, problem] of wrongPages)
      expect(await shown.refused(`/commits?${query}`)).toEqual([`/commits?${query}`, 422, problem]);
    const wrong = '/commits?reference=none&path=../etc';
    expect(await shown.refused(wrong)).toEqual([
      ...[wrong, 422],
      { reference: { not_found: true }, path: { invalid: true } },
    ]);
    for (const empty of ['reference', 'path', 'author'])
      expect((await shown.refused(`/commits?${empty}=`)).slice(1)).toMatchObject([422, { [empty]: {} }]);
  });

  it.each(testedKinds)('$type: what came before, after and between', async (kind) => {
    const shown = of(kind);
    const { log, root, first, second, third, side, apart } = shown.made;
    const file = encoded(`${root}docs/a b.txt`);
    const later = log.slice(0, log.indexOf(second)).reverse();
    expect(await shown.told(`/commits/${second}/history`)).toEqual(log.slice(log.indexOf(second)));
    expect(await shown.told(`/commits/${third}/history/${file}?limit=1`)).toEqual([second]);
    expect(await shown.told(`/commits/${first}/history/${file}`)).toEqual([first]);
    expect(await shown.told(`/commits/${second}/future`)).toEqual(later);
    expect(await shown.told(`/commits/${first}/future/${encoded(`${root}docs/deep`)}`)).toEqual([third]);
    const compared = await shown.page(`/compare/commits/${third}...${side}`);
    expect(compared.results.map(({ id }) => id)).toEqual(apart.ids);
    expect(compared.metadata).toMatchObject({ merge_base: apart.mergeBase });
    expect(await shown.told(`/compare/commits/${first}...${third}?offset=1`)).toEqual([second]);
    expect(await shown.told(`/compare/commits/${third}...${first}`)).toEqual([]);
    const [changed] = (await shown.page(`/commits/${second}/changesets`)).results;
    expect(changed).toMatchObject({
      ...{ path: `${root}docs/a b.txt`, old_path: null, status: 'modified', binary: false },
      ...{ additions: 1, deletions: 0, diff: expect.stringContaining('\n+two\n') as string },
    });
    const ways = await shown.page(`/compare/changesets/${first}...${third}`);
    expect(ways.results.map(({ path, status }) => [path, status])).toEqual([
      [`${root}docs/a b.txt`, 'modified'],
      [`${root}docs/deep/ü.txt`, 'added'],
    ]);
    for (const below of ['none/history', `${first}/history/../x`, 'none/future', 'none/changesets'])
      expect(await shown.refused(`/commits/${below}`)).toEqual([`/commits/${below}`, 404, undefined]);
    for (const range of [`${first}..${third}`, first, `none...${third}`, `${first}...`])
      for (const what of ['commits', 'changesets'])
        expect(await shown.refused(`/compare/${what}/${range}`)).toEqual([
          `/compare/${what}/${range}`,
          404,
          undefined,
        ]);
    for (const below of [`/commits/${third}/history`, `/compare/commits/${first}...${third}`])
      expect((await shown.refused(`${below}?limit=0&sort=id`)).slice(1)).toEqual([
        ...[422, { limit: { minimum: 1 }, sort: { invalid: true } }],
      ]);
  });

  it.each(testedKinds)('$type: directories and files', async (kind) => {
    const shown = of(kind);
    const { root, first, second, third } = shown.made;
    const at = `/commits/${third}`;
    const all = ['docs/a b.txt', 'docs/deep/ü.txt', 'large.txt', 'top.txt'].map((path) => root + path);
    const top = await shown.page(`${at}/tree/${root}`.replace(/\/$/, ''));
    expect(top.results.map(({ name, path, type, size }) => [name, path, type, size])).toEqual([
      ['docs', `${root}docs`, 'directory', null],
      ['large.txt', `${root}large.txt`, 'file', largeFile.length],
      ['top.txt', `${root}top.txt`, 'file', 4],
    ]);
    expect(await shown.told(`${at}/tree/${root}docs`, 'name')).toEqual(['a b.txt', 'deep']);
    expect(await shown.told(`${at}/tree/${root}docs?order=desc&limit=1`, 'name')).toEqual(['deep']);
    const touched = await shown.page(`${at}/tree/${root}docs?include=commit`);
    expect(touched.results.map(({ commit }) => (commit as { id: string }).id)).toEqual([second, third]);
    expect(await shown.told(`${at}/files`, 'path')).toEqual(all);
    expect(await shown.told(`${at}/files?order=desc`, 'path')).toEqual([...all].reverse());
    expect(await shown.told(`${at}/files?limit=2&offset=1`, 'path')).toEqual(all.slice(1, 3));
    expect(await shown.told(`${at}/files?search_term=DEEP`, 'path')).toEqual([all[1]]);
    expect(await shown.told(`/commits/${first}/files?search_term=deep`, 'path')).toEqual([]);
    for (const below of ['tree/none', `tree/${root}top.txt`, 'tree/../x', `tree/${root}docs//deep`])
      expect(await shown.refused(`${at}/${below}`)).toEqual([`${at}/${below}`, 404, undefined]);
    for (const [query, problem] of [
      ['limit=0', { limit: { minimum: 1 } }],
      ['sort=path', { sort: { invalid: true } }],
      ['include=colours', { include: { invalid: true } }],
    ] as const)
      for (const below of ['tree', 'files'])
        expect(await shown.refused(`${at}/${below}?${query}`)).toEqual([
          ...[`${at}/${below}?${query}`, 422, problem],
        ]);
  });

  it.each(testedKinds)('$type: the bytes of a file, whole, in part, and not again', async (kind) => {
    const shown = of(kind);
    const { root, third } = shown.made;
    for (const [name, content] of [
      ['docs/a b.txt', Buffer.from('one\ntwo\n')],
      ['large.txt', largeFile],
    ] as const) {
      const at = `/commits/${third}/files/${encoded(root + name)}`;
      const whole = await shown.get(at);
      const etag = String(whole.headers.get('etag'));
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        ...{
          'content-type': 'text/plain; charset=utf-8',
          etag: expect.stringMatching(/^"[0-9a-f]{40}"$/) as string,
        },
        ...{ 'accept-ranges': 'bytes', 'cache-control': third.length < 40 ? 'private, no-cache' : lasting },
      });
      expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
      const part = await shown.get(at, { range: 'bytes=4-6', 'if-range': etag });
      expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
        ...[206, `bytes 4-6/${content.length}`, content.toString('latin1', 4, 7)],
      ]);
      const end = await shown.get(at, { range: 'bytes=-4' });
      expect([end.status, await end.text()]).toEqual([206, content.toString('latin1').slice(-4)]);
      for (const [headers, status] of [
        [{ 'if-none-match': etag }, 304],
        [{ 'if-match': '"other"' }, 412],
        [{ range: `bytes=${content.length}-` }, 416],
      ] as const) {
        const answer = await shown.get(at, headers);
        await answer.arrayBuffer();
        expect([name, headers, answer.status]).toEqual([name, headers, status]);
      }
      const { headers, status } = await shown.get(at, {}, 'HEAD');
      expect([status, headers.get('content-length')]).toEqual([200, String(content.length)]);
      const named = await shown.get(at.replace(`/${third}/`, `/${kind.base}/`));
      expect([named.status, named.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
      await named.arrayBuffer();
    }
    for (const below of [`${root}docs`, `${root}none`, `${root}top.txt/`, '../x'])
      expect((await shown.get(`/commits/${third}/files/${below}`)).status).toBe(404);
  });

  it.each(testedKinds)('$type: archives', async (kind) => {
    const shown = of(kind);
    const { root, third } = shown.made;
    const names = ['docs/a b.txt', 'docs/deep/ü.txt', 'large.txt', 'top.txt'].map((path) => root + path);
    for (const [query, wanted] of [
      ['format=tar.gz', names],
      ['format=zip', names],
      [`format=tar.gz&path=${root}docs&prefix=x-1.0/`, names.slice(0, 2).map((name) => `x-1.0/${name}`)],
    ] as const) {
      const answer = await shown.get(`/commits/${third}/archive?${query}`);
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"/)]);
      expect(await archiveNames(Buffer.from(await answer.arrayBuffer()))).toEqual(wanted);
      const again = await shown.get(`/commits/${third}/archive?${query}`, {
        'if-none-match': String(answer.headers.get('etag')),
      });
      expect([query, again.status]).toEqual([query, 304]);
    }
    for (const [query, status] of [
      ['format=rar', 422],
      ['prefix=../x', 422],
      ['path=none', 404],
    ] as const)
      expect((await shown.refused(`/commits/${third}/archive?${query}`)).slice(0, 2)).toEqual([
        ...[`/commits/${third}/archive?${query}`, status],
      ]);
  });

  it.each(testedKinds)('$type: tags and bookmarks, as all lists', async (kind) => {
    const shown = of(kind);
    const { tags, bookmarks } = shown.made;
    for (const [list, wanted] of Object.entries({ tags, bookmarks })) {
      const [one, two] = Object.keys(wanted);
      const ids = (query: string) => shown.told(`/${list}?${query}`);
      expect((await shown.page(`/${list}`)).results.map(({ id, commit }) => [id, commit])).toEqual(
        Object.entries(wanted),
      );
      for (const [query, problem] of wrongPages)
        expect(await shown.refused(`/${list}?${query}`)).toEqual([`/${list}?${query}`, 422, problem]);
      const repository = await shown.page(`?count=${list}&list=${list}`);
      expect([repository[`${list}_count`], repository[list]]).toEqual([
        Object.keys(wanted).length,
        Object.keys(wanted),
      ]);
      if (one === undefined) continue;
      expect((await shown.page(`/${list}?limit=1`)).metadata).toEqual({
        ...{ more_results: true, next_offset: 1, count: 1 },
      });
      expect(await ids('limit=1&offset=1')).toEqual([two]);
      expect(await ids('sort=id&order=desc')).toEqual([two, one]);
      expect(await ids('sort=commit')).toEqual([one, two].sort((a, b) => (wanted[a] < wanted[b] ? -1 : 1)));
      expect(await ids('search_term=V&search_fields=id')).toEqual([one]);
      expect(await ids('active=false')).toEqual([]);
      expect(await ids(`after=${await shown.timeOf(wanted[one])}`)).toEqual([two]);
      expect(await ids(`before=${await shown.timeOf(wanted[two])}`)).toEqual([one]);
    }
    expect(await shown.page('/tags/v1')).toMatchObject({ id: 'v1', commit: tags.v1 });
    expect(await shown.refused('/tags/none')).toEqual(['/tags/none', 404, undefined]);
  });
});
