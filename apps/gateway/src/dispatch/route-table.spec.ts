import { allOperations } from '@holdfast/contracts';
import { RouteTable } from './route-table.js';

describe('the route table', () => {
  const table = new RouteTable(allOperations);
  const find = (path: string): unknown => {
    const match = table.find(path);
    return match && { template: match.route.template, params: match.params };
  };

  it('finds every operation by its own path', () => {
    for (const operation of allOperations) {
      const path = operation.path.replace(/:[a-z_]+/g, 'x');
      expect(table.find(path)?.route.operations.get(operation.method)?.id).toBe(operation.id);
    }
  });

  it('splits before it decodes', () => {
    expect(find('/projects/p/repositories/a%2Fb/branches/feature%2Fx')).toEqual({
      template: '/projects/:project_id/repositories/:repository_id/branches/:id',
      params: { project_id: 'p', repository_id: 'a/b', id: 'feature/x' },
    });
  });

  it('takes raw slashes in a last parameter', () => {
    expect(find('/projects/p/repositories/r/branches/feature/x/y')).toMatchObject({
      params: { id: 'feature/x/y' },
    });
    expect(find('/projects/p/repositories/a/b')).toMatchObject({ params: { repository_id: 'a/b' } });
  });

  it('lets literal segments win over raw slashes', () => {
    expect(find('/projects/p/repositories/a/branches')).toMatchObject({ params: { repository_id: 'a' } });
    expect(find('/projects/p/repositories/a%2Fbranches')).toMatchObject({
      params: { repository_id: 'a/branches' },
    });
  });

  it('takes a literal segment that ends no path for a part of what has raw slashes', () => {
    const at = '/projects/p/repositories';
    for (const id of ['tools/compare', 'tools/actions', 'a/b/compare'])
      expect(find(`${at}/${id}`)).toEqual({
        template: '/projects/:project_id/repositories/:repository_id',
        params: { project_id: 'p', repository_id: id },
      });
    expect(find(`${at}/r/commits/main/blame`)).toMatchObject({ params: { commit_id: 'main/blame' } });
    expect(find(`${at}/tools/compare/commits/a...b`)).toMatchObject({ params: { repository_id: 'tools' } });
    for (const path of ['tools/compare/', 'tools/compare/x', 'tools/actions/x'])
      expect(find(`${at}/${path}`)).toBeUndefined();
  });

  it.each(['tree', 'history', 'future'])('takes an empty path below %s for none', (list) => {
    const rev = '/projects/p/repositories/r/commits/main';
    const whole = find(`${rev}/${list}`);
    expect(whole).toMatchObject({ params: { project_id: 'p', repository_id: 'r', commit_id: 'main' } });
    expect(find(`${rev}/${list}/`)).toEqual(whole);
    expect(find(`${rev}/${list}/dir/`)).toMatchObject({ params: { path: 'dir/' } });
  });

  it('decodes once', () => {
    expect(find('/projects/p/repositories/r/branches/a%252Fb')).toMatchObject({ params: { id: 'a%2Fb' } });
  });

  it.each([
    '',
    '/',
    '/nothing',
    '/projects/',
    '/projects/p/unknown',
    '/projects/p/repositories/',
    '/projects/%zz',
    '/projects/a%00b',
    '/projects//repositories',
    '/projects/p/repositories/r/branches/',
    '/projects/p/repositories/r/commits/',
    '/projects/p/repositories/r/commits/main/files/',
    '/projects/p/repositories/r/commits//tree/',
  ])('knows no %s', (path) => expect(find(path)).toBeUndefined());
});
