import {
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLog, readable } from './log.mjs';

describe('a line of the log', () => {
  it('is made readable when it is a record, and left alone otherwise', () => {
    expect(readable('{"level":30,"time":1,"pid":2,"msg":"up","route":"/x"}')).toBe('info up route=/x');
    expect(readable('plain {text}')).toBe('plain {text}');
    expect(readable('{broken')).toBe('{broken');
  });

  // Who failed to log in wrote to the operator's terminal, and to its clipboard.
  it('tells a terminal nothing that others want it to do', () => {
    const told = (/** @type {string} */ text) =>
      readable(JSON.stringify({ level: 40, msg: `m${text}`, login: text }));
    expect(told('\u001b]0;x\u0007')).toBe('warn m\ufffd]0;x\ufffd login="\\u001b]0;x\\u0007"');
    expect(told('\u009b2J')).not.toMatch(/[^\P{Cc}\n]/u);
    expect(readable(JSON.stringify({ msg: 'm', login: 'x\nerror what nobody wrote' }))).not.toContain('\n');
    expect(readable('fatal: \u001b[2J')).toBe('fatal: \ufffd[2J');
  });
});

describe('a log that is set aside because it has grown', () => {
  const directory = mkdtempSync(join(tmpdir(), 'log-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'holdfast.log');

  it.each([
    { what: 'goes on as a new file', before: () => undefined },
    // Each later line was to set it aside once more.
    {
      what: 'goes on also where no new one could be made at first',
      before: () => renameSync(path, `${path}.1`),
    },
  ])('$what', ({ before }) => {
    writeFileSync(path, '');
    truncateSync(path, 64 * 2 ** 20 + 1);
    const say = openLog(path)('part');
    before();
    say('one');
    say('two');
    expect(readFileSync(path, 'utf8')).toMatch(/one\n.*two\n$/);
    expect(statSync(`${path}.1`).size).toBeGreaterThan(2 ** 26);
  });
});
