import { identityContracts, keepsakeOperations, withExports } from '@holdfast/contracts/testing';
import type { CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';

const ctx: CallContext = { requestId: 'test', deadline: Number.MAX_SAFE_INTEGER };

/** The modules of the gateway, with one more line in the list of contracts. */
const gateway = async () => {
  await withExports(import.meta.jest, identityContracts, { keepsakeOperations });
  const { Lines } = await import('@holdfast/platform/rpc');
  const { allOperations, projectOperations } = await import('@holdfast/contracts');
  const { openApiDocument } = await import('../openapi/openapi-document.js');
  const { parseQuery } = await import('./query-parameters.js');
  const { Related } = await import('./related.js');
  const { RouteTable } = await import('./route-table.js');
  const document = openApiDocument({ siteUrl: 'http://code.example.com', vendor: 'svc', version: '1' });
  const routes = new RouteTable(allOperations);
  return { Lines, document, parseQuery, projectOperations, Related, routes };
};

describe('an object that is a line in the list of contracts', () => {
  let modules: Awaited<ReturnType<typeof gateway>>;
  beforeAll(async () => {
    modules = await gateway();
  });

  it('has its routes and its place in the OpenAPI document', () => {
    const { routes, document } = modules;
    const match = routes.find('/projects/p/keepsakes/m');
    expect(match?.route.operations.get('DELETE')).toBe(keepsakeOperations.delete);
    expect(match?.params).toEqual({ project_id: 'p', id: 'm' });
    expect(document.paths).toHaveProperty(['/projects/{project_id}/keepsakes', 'post']);
    expect(document.components).toHaveProperty(['schemas', 'Keepsake']);
  });

  it('is a child of its project, and its references are expanded', async () => {
    const { Lines, parseQuery, projectOperations, Related } = modules;
    const { relations } = parseQuery(projectOperations.list, 'include=keepsakes&count=users');
    const asked: unknown[] = [];
    const answer = (_: string, __: unknown, input: unknown): Promise<unknown> => {
      asked.push(input);
      return Promise.resolve({ u: { id: 'ann', uuid: 'u' } });
    };
    const related = new Related({ call: answer, lines: answer } as unknown as Rpc);
    const { object } = projectOperations.list;
    expect(related.withPage(object, relations).map(({ want, child }) => [want, child])).toEqual([
      ['count', 'users'],
      ['include', 'keepsakes'],
    ]);
    const expanding = parseQuery(keepsakeOperations.list, 'expand=creator').relations;
    const page = new Lines({ objects: 1, more: false }, ['{"id":"m","creator":{"id":"ann","uuid":"u"}}']);
    const { texts } = await related.page(keepsakeOperations.list.object, page, expanding, ctx);
    expect(asked).toEqual([{ object: 'account', uuids: ['u'] }]);
    expect(JSON.parse(texts[0])).toMatchObject({ creator: { api_status: 200, id: 'ann' } });
  });
});
