import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SourceChanges } from './source-changes.mjs';

describe('the changes of sources', () => {
  /** @type {string} */
  let root;
  /** @type {SourceChanges} */
  let changes;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'sources-'));
    mkdirSync(join(root, 'room'));
    writeFileSync(join(root, 'room', 'thing.ts'), '');
    changes = new SourceChanges([root]);
  });
  afterEach(() => {
    changes.end();
    rmSync(root, { recursive: true });
  });

  /** As editors and git write: beside it, then in its place. @param {string} file */
  const replace = (file) => {
    writeFileSync(`${file}.new`, 'x');
    renameSync(`${file}.new`, file);
  };

  it('are seen each time that a file is written or replaced', async () => {
    const file = join(root, 'room', 'thing.ts');
    for (const write of [replace, replace, () => writeFileSync(file, 'y'), replace]) {
      write(file);
      await changes.next();
    }
  });

  it('are seen in a directory that is new, or has been replaced', async () => {
    for (const name of ['one', 'two', 'one']) {
      mkdirSync(join(root, name, 'below'), { recursive: true });
      await changes.next();
      writeFileSync(join(root, name, 'below', 'thing.ts'), '');
      await changes.next();
      rmSync(join(root, name), { recursive: true });
      await changes.next();
    }
  });

  it('may be noted by hand', async () => {
    changes.note();
    await changes.next();
  });
});
