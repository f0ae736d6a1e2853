import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadedFiles } from './loaded-files.mjs';

describe('What an image gets', () => {
  /** @type {string} */
  let checkout;

  beforeEach(() => (checkout = mkdtempSync(join(tmpdir(), 'holdfast-images-'))));
  afterEach(() => rmSync(checkout, { recursive: true, force: true }));

  /** @param {string} path @param {string} text */
  const put = (path, text) => {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    writeFileSync(join(checkout, path), text);
  };

  /** A program that names a directory and asks for what it does not know yet, as our tools do. @param {string} place */
  const asks = (place) => `
    import { readFileSync } from 'node:fs';
    import { dirname, join, resolve } from 'node:path';
    import { fileURLToPath } from 'node:url';
    const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '..');
    const directory = join(checkout, '${place}');
    export const found = (name) => readFileSync(join(directory, name));`;

  it('is what its program loads, and what lies where it looks', async () => {
    put('tools/start.mjs', asks('things'));
    put('things/one/file', 'x');
    const { files } = await loadedFiles(checkout, 'operator', ['tools/start.mjs']);
    expect(files.sort()).toEqual(['things/one/file', 'tools/start.mjs']);
  });

  it.each(['.tools', '.holdfast'])('is nothing of %s, which is of the machine that builds', async (place) => {
    put('tools/start.mjs', asks(place));
    put(`${place}/earlier-c614452/packed`, 'x');
    put(`${place}/secrets.json`, '{}');
    const { files } = await loadedFiles(checkout, 'operator', ['tools/start.mjs']);
    expect(files).toEqual(['tools/start.mjs']);
  });

  it('is nothing of another program, which tools name to start it', async () => {
    put('tools/start.mjs', asks('apps'));
    for (const app of ['gateway', 'operator'])
      for (const built of ['bundle', 'dist']) put(`apps/${app}/${built}/main.js`, '');
    const { files } = await loadedFiles(checkout, 'operator', ['tools/start.mjs']);
    const own = ['apps/operator/bundle/main.js', 'apps/operator/dist/main.js'];
    expect(files.sort()).toEqual([...own, 'tools/start.mjs']);
  });
});
