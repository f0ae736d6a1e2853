import { access } from '../system.js';
import { Api } from '../clients/api.js';

interface Document {
  openapi: string;
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, unknown>; parameters?: unknown[] }>
  >;
  components: Record<string, Record<string, unknown>>;
}

const methods = ['get', 'put', 'post', 'delete'];

describe('The OpenAPI document', () => {
  let document: Document;

  beforeAll(async () => {
    const answer = await fetch(`${access.api_url}/openapi.json`);
    expect(answer.status).toBe(200);
    document = (await answer.json()) as Document;
  });

  it('is of version 3.1 and can be read without keys', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('names every operation once', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      methods.filter((each) => path[each]).map((each) => path[each].operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(20);
  });

  it('says the methods that every path has, no more and no fewer', async () => {
    for (const [template, path] of Object.entries(document.paths)) {
      const address = template.replace(/\{[^}]+\}/g, 'x'.repeat(32));
      const { status, headers } = await new Api().request('OPTIONS', address);
      expect([template, status]).toEqual([template, 204]);
      const allowed = (headers.get('allow') ?? '')
        .toLowerCase()
        .split(', ')
        .filter((each) => methods.includes(each));
      expect([template, methods.filter((each) => path[each]).sort()]).toEqual([template, allowed.sort()]);
    }
  });

  it.each([
    ['/account/sessions', ['get', 'post']],
    ['/projects', ['get', 'post']],
    ['/projects/{project_id}', ['get', 'put', 'delete']],
    ['/projects/{project_id}/project_users', ['get', 'post']],
    ['/projects/{project_id}/repositories', ['get', 'post']],
    ['/projects/{project_id}/repositories/{repository_id}', ['get', 'put', 'delete']],
    ['/projects/{project_id}/repositories/{repository_id}/branches', ['get', 'post']],
    ['/projects/{project_id}/repositories/{repository_id}/branches/{id}', ['get', 'put', 'delete']],
  ])('describes %s', (path, wanted) => {
    expect(Object.keys(document.paths[path] ?? {})).toEqual(expect.arrayContaining(wanted));
  });

  it('leads nowhere into the void', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path]) => path,
    );
    expect(references.length).toBeGreaterThan(50);
    for (const path of new Set(references)) {
      const found = path
        .split('/')
        .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);
      expect([path, found === undefined]).toEqual([path, false]);
    }
  });

  it('declares every parameter of every path', () => {
    for (const [template, path] of Object.entries(document.paths))
      for (const method of methods.filter((each) => path[each])) {
        const declared = JSON.stringify(path[method].parameters ?? []);
        for (const [, name] of template.matchAll(/\{([^}]+)\}/g))
          expect([template, declared]).toEqual([template, expect.stringContaining(`"name":"${name}"`)]);
      }
  });

  it('has a page that loads everything from the installation', async () => {
    const page = await fetch(`${access.api_url}/docs`);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/html/),
    ]);
    expect([page.headers.get('x-api-version'), page.headers.get('x-request-id')]).toEqual([
      '1',
      expect.stringMatching(/./),
    ]);
    const html = await page.text();
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(assets.length).toBeGreaterThan(0);
    for (const asset of assets) {
      const url = new URL(asset, page.url);
      expect(url.origin).toBe(new URL(access.site_url).origin);
      expect([asset, (await fetch(url)).status]).toEqual([asset, 200]);
    }
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'self'|default-src 'none'/);
  });
});
