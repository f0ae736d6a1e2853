import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSecrets } from './secrets.mjs';

// What a crash had cut off was taken for none: other secrets were made, and nobody opened what was there.
describe('the secrets of an installation', () => {
  const directory = mkdtempSync(join(tmpdir(), 'secrets-'));
  const file = join(directory, 'secrets.json');
  afterAll(() => rmSync(directory, { recursive: true }));

  it('are made once', () => {
    const made = loadSecrets(file);
    expect(loadSecrets(file)).toEqual(made);
  });

  it.each(['', '{"secret": "a', 'null'])('are not made anew where they cannot be read: %j', (text) => {
    writeFileSync(file, text);
    expect(() => loadSecrets(file)).toThrow('cannot be read');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
