import type { Answer } from '../clients/api.js';
import { servedOperations, type Operation } from '../contract/document.js';
import { furnishedCompany, type FurnishedCompany } from '../contract/furnished-company.js';
import { hostileValues } from '../contract/hostile-values.js';

/** On every day each attribute and each id gets every third hostile value; in `tools/test fuzz` all of them. */
const every = process.env.HOLDFAST_TEST_FUZZ ? 1 : 3;
/** Every third of these, beginning with another one at each turn; at least one. */
const someOf = <T>(all: readonly T[], turn: number): readonly T[] =>
  all.filter((_, at) => (at + turn) % Math.min(every, all.length) === 0);

const kinds = ['minimum', 'maximum', 'conflicts', 'empty', 'invalid', 'reserved', 'not_found', 'locked'];

describe('the contract under hostile values', () => {
  let company: FurnishedCompany;
  let operations: Operation[];

  beforeAll(async () => {
    company = await furnishedCompany();
    operations = await servedOperations();
  });

  /** What of an answer contradicts the conventions. */
  const faults = ({ status, body, headers }: Answer): string[] => {
    const found: string[] = [];
    if (status >= 500) found.push(`status ${status}`);
    if (status < 400) return found;
    if (body.api_status !== status || !body.api_message || !body.api_timestamp)
      found.push('no error envelope');
    if (!headers.get('x-request-id')) found.push('no request id');
    if ((status === 422) !== (body.api_errors !== undefined) && body.results === undefined)
      found.push('api_errors without 422');
    for (const [name, errors] of Object.entries(body.api_errors ?? {})) {
      for (const kind of Object.keys(errors))
        if (!kinds.includes(kind)) found.push(`${name}: unknown kind ${kind}`);
    }
    return found;
  };

  /** What an answer shows that follows the objects by itself, later. */
  const passing = /"(api_timestamp|storage_used)":("[^"]*"|\d+)/g;

  /** Everything that a list or an object shows of the company, without its times. */
  const state = async (): Promise<string> => {
    const shown: string[] = [];
    for (const { method, path, id } of operations) {
      if (method !== 'GET' || id.startsWith('password_recovery') || id.startsWith('session')) continue;
      const address = company.path(path);
      if (address === undefined) continue;
      const { text } = await company.admin.api.get(address);
      shown.push(`${id} ${text.replace(passing, '')}`);
    }
    return shown.join('\n');
  };

  it('never meets a fault, names the attribute, and changes nothing when it refuses', async () => {
    const wrong: string[] = [];
    let turn = 0;
    const before = await state();
    for (const { id, method, path, body, open } of operations) {
      const address = company.path(path);
      if (!body?.properties || address === undefined || open) continue;
      for (const [name, schema] of Object.entries(body.properties)) {
        const hostile = hostileValues(schema).filter(({ refused }) => refused);
        for (const { what, value } of someOf(hostile, (turn += 1))) {
          const sent = { ...(method === 'POST' ? company.body(path) : {}), [name]: value };
          const answer = await company.admin.api.request(method, address, sent);
          const found = faults(answer);
          if (answer.status !== 422 && answer.status !== 403) found.push(`status ${answer.status}`);
          else if (answer.status === 422 && !answer.body.api_errors?.[name])
            found.push(`not on ${name}: ${answer.text}`);
          for (const fault of found) wrong.push(`${id} with ${name} ${what}: ${fault}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await state()).toBe(before);
  });

  it('never meets a fault for values that it may take', async () => {
    const wrong: string[] = [];
    let turn = 0;
    for (const { id, method, path, body } of operations) {
      const address = company.path(path);
      if (!body?.properties || address === undefined || method !== 'POST') continue;
      for (const [name, schema] of Object.entries(body.properties)) {
        const odd = hostileValues(schema).filter(({ refused }) => !refused);
        for (const { what, value } of someOf(odd, (turn += 1))) {
          const answer = await company.admin.api.request(method, address, {
            ...company.body(path),
            [name]: value,
          });
          for (const fault of faults(answer)) wrong.push(`${id} with ${name} ${what}: ${fault}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('refuses every wrong query parameter of every list by its name', async () => {
    const wrong: string[] = [];
    const hostile: Record<string, string[]> = {
      limit: ['', '0', '-1', '1001', 'x', '1.5', '9'.repeat(30)],
      offset: ['', '-1', 'x', '9'.repeat(30)],
      before: ['', 'yesterday', '2020-13-01T00:00:00Z', 'x\0'],
      after: ['', '0000-00-00T00:00:00Z'],
      active: ['', 'maybe'],
      sort: ['', 'nonsense', '__proto__', 'id desc', 'password'],
      order: ['', 'up'],
      search_term: ['x\0'],
      search_fields: ['', 'nonsense', 'constructor'],
      count: ['', 'nonsense', '__proto__'],
      list: ['', 'toString'],
      include: ['', 'valueOf'],
      expand: ['', 'nonsense'],
    };
    const reads = operations.filter(({ method }) => method === 'GET');
    const lists = reads.filter(({ query }) => query.includes('limit'));
    const ofOthers = reads.flatMap((each) => (lists.includes(each) ? [] : each.query));
    const ofLists = lists[0].query.filter((name) => lists.every(({ query }) => query.includes(name)));
    expect(Object.keys(hostile)).toEqual(
      expect.arrayContaining(ofLists.filter((name) => !ofOthers.includes(name))),
    );
    let turn = 0;
    for (const { id, path } of lists) {
      const address = company.path(path);
      if (address === undefined) continue;
      // What a list cannot do without stands in its address.
      const asking = `${address}${address.includes('?') ? '&' : '?'}`;
      for (const [name, values] of Object.entries(hostile)) {
        for (const value of someOf(values, (turn += 1))) {
          const answer = await company.admin.api.get(`${asking}${name}=${encodeURIComponent(value)}`);
          const found = faults(answer);
          if (answer.status !== 422 || !answer.body.api_errors?.[name]) found.push(`status ${answer.status}`);
          for (const fault of found) wrong.push(`${id} with ${name}=${JSON.stringify(value)}: ${fault}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('never meets a fault for ids that nobody has', async () => {
    const wrong: string[] = [];
    const ids = [
      '%00',
      '%ff',
      '..%2f..',
      'a'.repeat(3000),
      '%F0%9F%8C%B2',
      '__defineGetter__',
      "'--",
      '01900000-0000-7000-8000-000000000000',
      '%25',
      '*',
    ];
    let turn = 0;
    for (const { id, method, path } of operations) {
      if (!path.includes('{') || id === 'session_delete') continue;
      for (const value of someOf(ids, (turn += 1))) {
        const address = path.replace(/\{[a-z_]+\}/g, value);
        const answer = await company.admin.api.request(
          method,
          address,
          method === 'GET' || method === 'DELETE' ? undefined : {},
        );
        const found = faults(answer);
        if (![400, 403, 404, 422].includes(answer.status)) found.push(`status ${answer.status}`);
        for (const fault of found) wrong.push(`${id} at ${value.slice(0, 20)}: ${fault}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('refuses bodies that are no object, broken, foreign or too large, in this order and everywhere', async () => {
    const wrong: string[] = [];
    const bodies: [string, string, string, number[]][] = [
      ['text', 'text/plain', '{}', [415]],
      ['broken', 'application/json', '{"a":', [400]],
      ['a string', 'application/json', '"x"', [400]],
      ['invalid UTF-8 escapes', 'application/json', '{"a":"\\ud8"}', [400]],
      ['nested 100,000 deep', 'application/json', '['.repeat(100_000) + ']'.repeat(100_000), [400]],
      ['over 1 MiB', 'application/json', `{"a":"${'x'.repeat(1_100_000)}"}`, [413]],
      ['over 1 MiB and text', 'text/plain', 'x'.repeat(1_100_000), [415]],
    ];
    for (const { id, method, path, body, open } of operations) {
      const address = company.path(path);
      // What nobody has is 404 before its body is looked at.
      if (!body || address === undefined || (open && path.includes('{'))) continue;
      for (const [what, type, raw, statuses] of bodies) {
        // It takes 32 MiB, which has a scenario of its own.
        if (id === 'commit_create' && what === 'over 1 MiB') continue;
        const answer = await company.admin.api.request(method, address, undefined, {
          raw,
          headers: { 'content-type': type },
        });
        const found = faults(answer);
        if (!statuses.includes(answer.status)) found.push(`status ${answer.status}`);
        for (const fault of found) wrong.push(`${id} with a body that is ${what}: ${fault}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
