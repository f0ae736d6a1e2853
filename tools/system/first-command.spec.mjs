import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { neededBefore, staticImports } from './static-imports.mjs';

const commands = join(import.meta.dirname, 'commands');

describe('a command, as the first one of a fresh clone', () => {
  it.each(readdirSync(commands))('%s loads nothing that it has to install or build first', (command) => {
    expect(neededBefore(join(commands, command), import.meta.dirname)).toEqual([]);
  });

  it.each(readdirSync(commands).filter((command) => command !== 'holdfast.mjs'))(
    '%s says how it is used, and does nothing else',
    (command) => {
      const said = spawnSync(process.execPath, [join(commands, command), '--help'], { encoding: 'utf8' });
      expect(said).toMatchObject({ status: 0, stderr: '' });
      expect(said.stdout).toMatch(`Usage: tools/${command.replace('.mjs', '')}`);
    },
  );
});

describe('what a module needs before its first line', () => {
  /** @type {string} */
  let root;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'static-imports-'));
    mkdirSync(join(root, 'commands'));
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is found behind modules of ours, in circles too: packages, and what a build makes', () => {
    writeFileSync(join(root, 'commands/up.mjs'), "import { a } from '../a.mjs';\n");
    writeFileSync(join(root, 'a.mjs'), "import 'node:fs';\nexport * from './b.mjs';\n");
    writeFileSync(join(root, 'b.mjs'), "import './a.mjs';\nimport pg from 'pg';\nimport '../dist/c.mjs';\n");
    expect(neededBefore(join(root, 'commands/up.mjs'), root)).toEqual([
      'commands/up.mjs > a.mjs > b.mjs > pg',
      'commands/up.mjs > a.mjs > b.mjs > ../dist/c.mjs',
    ]);
  });

  it('is not what it imports while it runs', () => {
    expect(staticImports("import 'node:os';\nawait import('./later.mjs');\n")).toEqual(['node:os']);
  });
});
