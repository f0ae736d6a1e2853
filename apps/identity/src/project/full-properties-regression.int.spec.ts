import { monitorEventLoopDelay } from 'node:perf_hooks';
import { begunPage, childrenLines } from '@holdfast/platform/service-host';
import { wholeList, type CallContext, type Page, type Principal } from '@holdfast/kernel';
import { projectOperations, type Children, type PlainInput } from '@holdfast/contracts';
import { IdentityWorld, type AnyView } from '../identity-world.fixture.js';
import { ReferenceService } from '../reference/reference.service.js';
import { ProjectService } from './project.service.js';

const count = 1_000;
const mebibyte = 1024 * 1024;
/** Milliseconds. Read at once, these stopped the service for seconds, and took a gigabyte. */
const longestGap = 1_500;
const mostMemory = 400 * mebibyte;

// PostgreSQL itself; the server's address comes from tools/test.
describe('a thousand projects full of small attributes', () => {
  let world: IdentityWorld;
  let admin: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await fill('full', `'{"a": [' || repeat('{}, ', 21000) || '{}]}'`, count);
  });
  afterAll(() => world.end());

  const fill = (name: string, properties: string, projects: number) =>
    world.source.query(
      `insert into project (uuid, company_uuid, id, name, visibility, color, labels, description, properties, search_text, created_at, updated_at)
       select gen_random_uuid(), $1, $2 || lpad(n::text, 4, '0'), $2 || n, 'company', 'blue', '{}', '', (${properties})::jsonb, '', now(), now()
         from generate_series(1, $3::int) n`,
      [admin.company.uuid, name, projects],
    );
  const ctx = (): CallContext => ({
    requestId: 'test',
    deadline: Date.now() + 600_000,
    principal: admin,
  });
  /** The value of the reply that a decorated method makes. */
  const valueOf = async <T>(reply: Promise<unknown>) => ((await reply) as { value: T }).value;
  const nobody = (): Promise<Children> => Promise.reject(new Error('nobody asked'));
  const page = async (query: object) => {
    const input = { list: { ...wholeList, ...query } } as PlainInput;
    const listed = await valueOf<Page<object>>(world.part(ProjectService).list(ctx(), input));
    return (await begunPage(listed, 'project', [], nobody))();
  };

  /** Does the work, and tells how long the event loop stood still (ms), and how much the memory grew meanwhile. */
  const watched = async <T>(work: () => Promise<T>) => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const before = process.memoryUsage.rss();
    let most = before;
    const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
    delay.enable();
    const value = await work();
    await new Promise((resolve) => setTimeout(resolve, 20));
    delay.disable();
    clearInterval(look);
    return { value, gap: delay.max / 1e6, grown: most - before };
  };

  it('are a page of 4 MiB that neither stops the service nor fills its memory', async () => {
    const { value, gap, grown } = await watched(() => page({ limit: count }));
    expect(value.head).toMatchObject({ more: true });
    expect(value.texts.join('\n').length).toBeGreaterThan(3.9 * mebibyte);
    expect(value.texts.join('\n').length).toBeLessThan(4 * mebibyte);
    const { properties } = JSON.parse(value.texts[0]) as { properties: { a: object[] } };
    expect(properties.a).toHaveLength(21_001);
    expect(gap).toBeLessThan(longestGap);
    expect(grown).toBeLessThan(mostMemory);
  });

  it('are included likewise, with as many as an answer takes', async () => {
    const { uuid } = admin.company;
    const of = { parent: 'company', parents: [uuid], child: 'projects' };
    const { value, gap, grown } = await watched(async () => {
      const asked = world.part(ReferenceService).children(ctx(), { ...of, want: 'include', limit: count });
      return childrenLines(await valueOf<Children>(asked), [uuid]);
    });
    expect(value.head).toMatchObject([{ more: true }]);
    expect(value.texts.join('\n').length).toBeGreaterThan(5.9 * mebibyte);
    expect(value.texts.join('\n').length).toBeLessThan(6 * mebibyte);
    expect(gap).toBeLessThan(longestGap);
    expect(grown).toBeLessThan(mostMemory);
  });

  it('come page by page, each once', async () => {
    const [first, ids]: [number, string[]] = [750, []];
    for (let more = true; more;) {
      const { head, texts } = await page({ limit: 400, offset: first + ids.length });
      expect(texts.length).toBeGreaterThan(0);
      // Parsed, 21,000 objects of each would take most of the time.
      ids.push(...texts.map((each) => /^\{[^{[]*?"id":"(\w+)"/.exec(each)?.[1] ?? ''));
      more = head.more;
    }
    expect(ids).toEqual(
      Array.from({ length: count - first }, (_, at) => `full${String(first + at + 1).padStart(4, '0')}`),
    );
  });

  it('are shown as single ones are, in the same bytes, however they are stored', async () => {
    const odd = `jsonb_build_object('10', repeat('ü', n * 200), '9', array[1e300, 1e-9, 0.5], 'b c', '"\\u0001'::text, 'a', null)`;
    await fill('odd', odd, 30);
    await world.source.query(
      `update project set labels = array(select 'label ' || n || '"ü' from generate_series(1, 300) n) where id = 'odd0001'`,
    );
    const { texts } = await page({ sort: 'id', descending: true, limit: 30 });
    for (const text of texts) {
      const { id, uuid } = JSON.parse(text) as AnyView;
      expect(id).toMatch(/^odd/);
      const { subject } = projectOperations.show;
      const shown = await world.ask(
        subject,
        { params: {} },
        { principal: admin, project: { uuid } as never },
      );
      expect(text).toBe(JSON.stringify(shown));
    }
  });
});
