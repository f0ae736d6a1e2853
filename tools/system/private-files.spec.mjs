import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsed } from './private-files.mjs';

/** Says what is brought to the disk, and whether the file has its own name by then. */
const program = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const [module, path] = process.argv.slice(1);
const noted = [];
const { fsyncSync } = fs;
fs.fsyncSync = (file) => {
  noted.push([fs.readlinkSync('/proc/self/fd/' + file), fs.existsSync(path)]);
  fsyncSync(file);
};
syncBuiltinESMExports();
(await import(module)).writePrivate(path, 'secret');
console.log(JSON.stringify(noted));
`;

describe('a file of the tools with secrets', () => {
  it('is on the disk before it has its name, and its name before that is said', () => {
    const directory = mkdtempSync(join(tmpdir(), 'private-'));
    const path = join(directory, 'keys');
    const module = join(import.meta.dirname, 'private-files.mjs');
    const args = ['--input-type=module', '-e', program, module, path];
    const { pid, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    rmSync(directory, { recursive: true });
    expect(parsed(stdout)).toEqual([
      [`${path}.${pid}.new`, false],
      [directory, true],
    ]);
  });
});
