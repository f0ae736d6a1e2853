import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout } from './paths.mjs';
import { parsed } from './private-files.mjs';

/** What a shell finds here, besides Node. */
const others = ['bash', 'dirname', 'readlink', 'sed'];
const commands = ['dev', 'down', 'holdfast', 'release', 'setup', 'test', 'up'].map((name) => `tools/${name}`);

/** @param {string} name */
const place = (name) =>
  spawnSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();

// Nothing compared the version: what failed first was told, as a word that an old Node does not know.
describe('a command of a fresh clone', () => {
  /** @type {string} */
  let bin;
  beforeEach(() => {
    bin = mkdtempSync(join(tmpdir(), 'old-node-'));
    for (const name of others) symlinkSync(place(name), join(bin, name));
  });
  afterEach(() => rmSync(bin, { recursive: true }));

  /**
   * What a command says where this is what `node` prints; without: there is none.
   * @param {string} path @param {string} [version]
   */
  const said = (path, version) => {
    const script = `#!${join(bin, 'bash')}\necho "${version}"\n`;
    if (version !== undefined) writeFileSync(join(bin, 'node'), script, { mode: 0o755 });
    const { status, stdout, stderr } = spawnSync(join(bin, 'bash'), [join(checkout, path), '--help'], {
      env: { PATH: bin },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  const { engines } = /** @type {{ engines: { node: string } }} */ (
    parsed(readFileSync(join(checkout, 'package.json'), 'utf8'))
  );
  const asked = engines.node.replace('>=', '');
  const refused = (/** @type {string} */ why) => ({
    ...{ status: 1, stdout: '', stderr: `Node.js ${asked} or newer is needed and ${why}\n` },
  });

  it.each([...commands, '.ci/run'])('%s says in a line which Node it needs', (path) => {
    expect(said(path)).toEqual(refused('no node is on PATH'));
    expect(said(path, 'v18.0.0')).toEqual(refused(`${join(bin, 'node')} is v18.0.0`));
  });

  it.each(['v20.18.3', 'v9.99.0', ''])('is refused with %p', (version) => {
    expect(said('tools/up', version)).toMatchObject({ status: 1, stdout: '' });
  });

  it.each([`v${asked}.0`, 'v20.100.0', 'v22.0.0', 'v24.1.0-nightly20260101'])(
    'goes on with %s',
    (version) => {
      expect(said('tools/up', version)).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
    },
  );
});
