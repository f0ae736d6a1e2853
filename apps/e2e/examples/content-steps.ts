import { keep, type Step } from './step.js';

/** What is asked of a repository's branches, tags, commits and files; `main` has the commit that is known. */
export const contentSteps = (repository: string): Step[] => {
  const pattern: Step['path'] = ({ values }) => `${repository}/protected_branches/${values.pattern}`;
  return [
    {
      operation: 'branch.create',
      method: 'POST',
      path: `${repository}/branches`,
      body: ({ values }) => ({ id: 'feature/x', commit: values.commit, protected: false }),
    },
    { operation: 'branch.list', method: 'GET', path: `${repository}/branches` },
    { operation: 'branch.show', method: 'GET', path: `${repository}/branches/feature%2Fx` },
    {
      operation: 'branch.update',
      method: 'PUT',
      path: `${repository}/branches/main`,
      body: { protected: true },
    },
    { operation: 'branch.delete', method: 'DELETE', path: `${repository}/branches/feature%2Fx` },
    {
      operation: 'protected_branch.create',
      method: 'POST',
      path: `${repository}/protected_branches`,
      body: { pattern: 'release/*' },
      after: keep('pattern'),
    },
    { operation: 'protected_branch.list', method: 'GET', path: `${repository}/protected_branches` },
    { operation: 'protected_branch.show', method: 'GET', path: pattern },
    { operation: 'protected_branch.update', method: 'PUT', path: pattern, body: { pattern: 'release/**' } },
    { operation: 'protected_branch.delete', method: 'DELETE', path: pattern },
    {
      operation: 'tag.create',
      method: 'POST',
      path: `${repository}/tags`,
      body: ({ values }) => ({ id: 'v1.0', commit: values.commit, message: 'The first release' }),
    },
    { operation: 'tag.list', method: 'GET', path: `${repository}/tags` },
    { operation: 'tag.show', method: 'GET', path: `${repository}/tags/v1.0` },
    { operation: 'tag.delete', method: 'DELETE', path: `${repository}/tags/v1.0` },
    { operation: 'bookmark.list', method: 'GET', path: `${repository}/bookmarks` },
    {
      operation: 'commit.create',
      method: 'POST',
      path: `${repository}/commits`,
      body: ({ values }) => ({
        branch: 'main',
        parent: values.commit,
        message: 'Say what it is',
        modified: [{ path: 'docs/about.md', content: 'A first project.\n' }],
        deleted: [],
      }),
    },
    { operation: 'commit.list', method: 'GET', path: `${repository}/commits?path=README.md` },
    { operation: 'commit.show', method: 'GET', path: `${repository}/commits/main` },
    { operation: 'commit.history', method: 'GET', path: `${repository}/commits/main/history` },
    { operation: 'commit.history_of', method: 'GET', path: `${repository}/commits/main/history/README.md` },
    { operation: 'commit.future', method: 'GET', path: `${repository}/commits/main/future` },
    { operation: 'commit.future_of', method: 'GET', path: `${repository}/commits/main/future/README.md` },
    {
      operation: 'commit.compare',
      method: 'GET',
      path: ({ values }) => `${repository}/compare/commits/${values.commit}...main`,
    },
    { operation: 'changeset.of_commit', method: 'GET', path: `${repository}/commits/main/changesets` },
    {
      operation: 'changeset.compare',
      method: 'GET',
      path: ({ values }) => `${repository}/compare/changesets/${values.commit}...main`,
    },
    { operation: 'tree_entry.root', method: 'GET', path: `${repository}/commits/main/tree` },
    {
      operation: 'tree_entry.below',
      method: 'GET',
      path: `${repository}/commits/main/tree/docs?include=commit`,
    },
    { operation: 'tree_entry.raw', method: 'GET', path: `${repository}/commits/main/files/README.md` },
    {
      operation: 'tree_entry.archive',
      method: 'GET',
      path: `${repository}/commits/main/archive?format=zip&path=docs&prefix=core-1.0/`,
    },
    { operation: 'tree_entry.files', method: 'GET', path: `${repository}/commits/main/files` },
    {
      operation: 'match.list',
      method: 'GET',
      path: `${repository}/commits/main/search?search_term=guide`,
    },
    { operation: 'blame.list', method: 'GET', path: `${repository}/commits/main/blame/README.md` },
  ];
};
