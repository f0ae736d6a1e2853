import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectsBehind } from './source-projects.mjs';

describe('the projects behind one', () => {
  /** @type {string} */
  let root;
  /** @param {string} name @param {string[]} references */
  const project = (name, ...references) => {
    mkdirSync(join(root, name), { recursive: true });
    const text = JSON.stringify({ references: references.map((path) => ({ path })) });
    writeFileSync(join(root, name, 'tsconfig.json'), references.length ? text : '{}');
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'projects-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('are itself and all that it refers to, each once', () => {
    project('apps/one', '../../libs/two', '../../libs/three/four');
    project('libs/two', '../five');
    project('libs/three/four', '../../five');
    project('libs/five');
    project('libs/six');
    expect(projectsBehind(join(root, 'apps/one'))).toEqual(
      ['apps/one', 'libs/two', 'libs/three/four', 'libs/five'].map((name) => join(root, name)),
    );
  });
});
