import { versionProblem } from './git-version.rules.js';

describe('a version of git', () => {
  it.each(['2.39.0', '2.39.5', '2.45.1.windows.1', '2.50.1 (Apple Git-155)', '2.100.0', '3.0.0', '10.1'])(
    '%s is supported',
    (version) => {
      expect(versionProblem(version)).toBeUndefined();
    },
  );

  it.each(['2.34.1', '2.4.11', '1.99.0', 'unknown', 'v2.45.1'])('%s is not, and is told why', (version) => {
    expect(versionProblem(version)).toBe(`git ${version} is older than 2.39, the oldest that is supported`);
  });
});
