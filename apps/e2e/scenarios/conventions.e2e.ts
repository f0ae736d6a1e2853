import { authorization, type Answer } from '../clients/api.js';
import { servedOperations, type Operation } from '../contract/document.js';
import { furnishedCompany, type FurnishedCompany } from '../contract/furnished-company.js';
import { newCompany, newUser, type Person } from '../world.js';

/** Every operation of the served contract against every convention: what is new gets them all, or fails here. */
describe('every operation', () => {
  let company: FurnishedCompany;
  let admin: Person;
  let operations: Operation[];
  let foreign: Person;

  beforeAll(async () => {
    company = await furnishedCompany();
    admin = company.admin;
    foreign = await newCompany();
    operations = await servedOperations();
  });

  const bare = (text: string): string =>
    text.replace(/"api_timestamp":"[^"]*"/g, '').replace(/"last_used_at":"[^"]*"/g, '');

  /** The operations that can be addressed, with their addresses. */
  const addressed = (): (Operation & { address: string })[] =>
    operations.flatMap((operation) => {
      const address = company.path(operation.path);
      return address === undefined ? [] : [{ ...operation, address }];
    });

  const asked = (address: string, query: string): string =>
    `${address}${address.includes('?') ? '&' : '?'}${query}`;

  const reads = (): (Operation & { address: string })[] =>
    addressed().filter(({ method, open }) => method === 'GET' && !open);

  /** Collects what does not hold, so that a failure names every operation at once. */
  const each = async (
    chosen: (Operation & { address: string })[],
    check: (operation: Operation & { address: string }) => Promise<string | undefined>,
  ): Promise<void> => {
    expect(chosen.length).toBeGreaterThan(5);
    const wrong: string[] = [];
    for (const operation of chosen) {
      const fault = await check(operation);
      if (fault !== undefined) wrong.push(`${operation.id}: ${fault}`);
    }
    expect(wrong).toEqual([]);
  };

  const unless = (holds: boolean, { status, text }: Answer): string | undefined =>
    holds ? undefined : `${status} ${text.slice(0, 200)}`;

  it('can be addressed by this test', () => {
    expect(addressed().map(({ id }) => id)).toEqual(operations.map(({ id }) => id));
  });

  it('asks for keys, unless it says that it needs none', () =>
    each(
      addressed().filter(({ open }) => !open),
      async ({ method, address }) => {
        const answer = await admin.api.request(method, address, undefined, {
          headers: { authorization: undefined },
        });
        return unless(answer.status === 401 && answer.headers.get('www-authenticate') === 'svc', answer);
      },
    ));

  it('answers as version 1 only', () =>
    each(addressed(), async ({ method, address }) => {
      const answer = await admin.api.request(method, address, undefined, {
        headers: { accept: 'application/vnd.svc.v2' },
      });
      return unless(answer.status === 406, answer);
    }));

  it('refuses other methods by name', () =>
    each(addressed(), async ({ address, method }) => {
      const answer = await admin.api.request('PATCH', address, {});
      return unless(
        answer.status === 405 && (answer.headers.get('allow') ?? '').split(', ').includes(method),
        answer,
      );
    }));

  it('reads the keys in every form that clients send', async () => {
    const { company_key: c, account_key: a } = admin.keys;
    const forms = [
      authorization(admin.keys),
      `svc company_key='${c}',account_key='${a}'`,
      `company_key=${c} account_key=${a}`,
      `other.account_key="${a}" , company_key = "${c}"`,
      `svc plugin_key='x'company_key='${c}'account_key='${a}'`,
    ];
    await each(reads(), async ({ address }) => {
      for (const form of forms) {
        const answer = await admin.api.get(address, { headers: { authorization: form, accept: undefined } });
        if (answer.status !== 200) return `${form.replace(a, 'A').replace(c, 'C')}: ${answer.status}`;
      }
      return undefined;
    });
  });

  it('refuses a parameter that stands twice, also one that it does not know', () =>
    each(
      // What is wrong is said of what exists only, and no recovery has the token of this test.
      addressed().filter(({ path }) => !path.endsWith('{token}')),
      async ({ method, address }) => {
        const body = method === 'GET' || method === 'DELETE' ? undefined : {};
        const answer = await admin.api.request(method, asked(address, 'odd[]=1&limit=5&odd[]=1'), body);
        return unless(answer.status === 422 && answer.body.api_errors?.['odd[]']?.invalid === true, answer);
      },
    ));

  it('tells privileges as booleans', () =>
    each(reads(), async (operation) => {
      const answer = await admin.api.get(asked(operation.address, 'privileges'));
      const { api_status, api_timestamp, ...privileges } = answer.body as Record<string, unknown>;
      const names = Object.keys(privileges).sort().join();
      const booleans = Object.values(privileges).every((value) => typeof value === 'boolean');
      const wanted = operation.query.includes('limit') ? 'create,read' : 'delete,read,update';
      return unless(api_status === 200 && Boolean(api_timestamp) && booleans && names === wanted, answer);
    }));

  it('answers HEAD as GET without the body, and 304 to the tag of what it answered', () =>
    each(reads(), async ({ address }) => {
      let got = await admin.api.get(address);
      const head = await admin.api.request('HEAD', address);
      if (head.status !== 200 || head.text !== '') return `HEAD ${head.status}`;
      // A session's last use moves by itself.
      if (address.startsWith('/account/sessions')) return undefined;
      for (let changes = 0; ; changes += 1) {
        const tag = got.headers.get('etag') ?? '';
        const again = await admin.api.get(address, { headers: { 'if-none-match': tag } });
        // What a repository takes is measured a while after a push.
        const hasChanged = again.status === 200 && again.headers.get('etag') !== tag && changes < 3;
        if (!hasChanged) return unless(again.status === 304 && again.text === '', again);
        got = again;
      }
    }));

  it('of a list keeps the envelope, the limits and the order', () =>
    each(
      reads().filter(({ query }) => query.includes('limit')),
      async ({ address }) => {
        // A history and a directory have an order of their own, which can only be turned round.
        const own = (await admin.api.get(asked(address, 'sort=id'))).body.api_errors?.sort?.invalid === true;
        const sort = own ? '' : 'sort=id&';
        const { body, status, text } = await admin.api.get(
          asked(address, `limit=1&offset=0&${sort}order=desc&active=true`),
        );
        const holds =
          status === 200 &&
          body.metadata.count === body.results.length &&
          body.metadata.next_offset === body.results.length &&
          body.results.length <= 1 &&
          body.results.every((result) => result.api_status === 200 && Boolean(result.api_timestamp));
        if (!holds) return `${status} ${text.slice(0, 200)}`;
        const inOrder = async (order: string): Promise<string[]> =>
          (await admin.api.get(asked(address, `${sort}order=${order}`))).body.results.map((result) =>
            bare(JSON.stringify(result)),
          );
        const [all, turned] = [await inOrder('asc'), await inOrder('desc')];
        return JSON.stringify(all) === JSON.stringify(turned.reverse())
          ? undefined
          : 'the descending list is not the ascending one turned round';
      },
    ));

  it('that creates takes flat and nested bodies, arrays and plurals, and repeats an answer for its idempotency key', () =>
    each(
      addressed().filter(({ batch, id }) => batch && !id.startsWith('ssh_key')),
      async ({ address, path, id }) => {
        const name = id.replace(/_create$/, '');
        const plural = name.endsWith('y')
          ? `${name.slice(0, -1)}ies`
          : name.endsWith('ch')
            ? `${name}es`
            : `${name}s`;
        const link = /project_|member/.test(name);
        const sent = company.body(path);
        const nested = await admin.api.post(address, { [name]: sent });
        if (nested.status !== 201) return `nested: ${nested.status} ${nested.text}`;
        const many = await admin.api.post(address, [company.body(path), {}]);
        if (many.status !== (link ? 422 : 207) || many.body.results.length !== 2)
          return `array: ${many.status} ${many.text}`;
        const named = await admin.api.post(address, { [plural]: [{}] });
        if (named.status !== 422 || named.body.results?.length !== 1)
          return `plural: ${named.status} ${named.text}`;
        if (link) return undefined;
        const once = company.body(path);
        const headers = { 'idempotency-key': `k-${name}` };
        const first = await admin.api.post(address, once, { headers });
        const again = await admin.api.post(address, once, { headers });
        // The answer with a bot's key is kept nowhere.
        const isRepeated = name === 'bot' ? again.body.api_errors?.id?.reserved : again.text === first.text;
        if (first.status !== 201 || !isRepeated) return `again: ${again.status} ${again.text}`;
        const other = await admin.api.post(address, company.body(path), { headers });
        return unless(
          other.status === 422 && other.body.api_errors?.idempotency_key?.invalid === true,
          other,
        );
      },
    ));

  it('is nothing to the admin of another company', () =>
    each(
      addressed().filter(({ path, open }) => path.includes('{') && !open && !path.startsWith('/account/')),
      async ({ method, address }) => {
        const answer = await foreign.api.request(
          method,
          address,
          method === 'GET' || method === 'DELETE' ? undefined : {},
        );
        return unless(answer.status === 404, answer);
      },
    ));

  it('shows to another company nothing of this one', () =>
    each(
      reads().filter(({ path }) => !path.includes('{')),
      async ({ address }) => {
        const answer = await foreign.api.get(address);
        const leaked = [company.path('/users/{id}'), company.path('/projects/{project_id}')].some((path) =>
          answer.text.includes(path?.split('/').at(-1) ?? '\0'),
        );
        return unless(answer.status === 200 && !leaked, answer);
      },
    ));

  it('within a project of members is nothing to a user without a role', async () => {
    const outsider = await newUser(admin);
    await each(
      addressed().filter(({ path }) => path.startsWith('/projects/{')),
      async ({ method, address }) => {
        const answer = await outsider.api.request(
          method,
          address,
          method === 'GET' || method === 'DELETE' ? undefined : {},
        );
        return unless(answer.status === 404, answer);
      },
    );
  });
});
