import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enginePaths, installEngines } from './engines.mjs';

describe('Programs of version control kinds', () => {
  /** @type {string} */
  let room;
  /** @type {string[]} */
  let said;
  /** @type {string[]} */
  let filled;
  beforeEach(() => {
    room = mkdtempSync(join(tmpdir(), 'engines-'));
    said = [];
    filled = [];
  });
  afterEach(() => rmSync(room, { recursive: true, force: true }));

  /** @param {string} name @param {string} [problem] why it cannot be had */
  const engine = (name, problem) => ({
    name,
    at: name.toLowerCase(),
    programs: 'bin',
    isThere: () => false,
    fill: (/** @type {string} */ draft) => {
      filled.push(name);
      mkdirSync(join(draft, 'bin'), { recursive: true });
      return Promise.resolve({ ok: problem === undefined, output: problem ?? '' });
    },
    other: `get-${name}`,
  });
  /** @param {ReturnType<typeof engine>[]} wanted */
  const installed = (...wanted) => installEngines((line) => void said.push(line), { wanted, room });
  const stamp = () => join(room, 'one.missing');

  it('that cannot be had are named, with the reason, and all others are installed', async () => {
    expect(await installed(engine('One', 'it began\nno network'), engine('Two'))).toEqual(['One']);
    expect(said).toEqual([
      'installing One',
      'One could not be installed (no network); get-One',
      'installing Two',
    ]);
    expect(readFileSync(stamp(), 'utf8')).toBe('it began\nno network');
    expect(readdirSync(join(room, 'two'))).toEqual(['bin']);
    expect(existsSync(join(room, 'one'))).toBe(false);
  });

  it('are tried again after a day, or when somebody says so, and not before', async () => {
    await installed(engine('One', 'no network'));
    const hour = 60 * 60;
    const now = Date.now() / 1000;
    for (const passed of [0, 23 * hour]) {
      utimesSync(stamp(), now - passed, now - passed);
      said = [];
      expect(await installed(engine('One'))).toEqual(['One']);
      expect(said).toEqual([`One is missing (get-One; or remove ${stamp()} and try again)`]);
    }
    expect(filled).toEqual(['One']);
    utimesSync(stamp(), now - 25 * hour, now - 25 * hour);
    expect(await installed(engine('One', 'no network'))).toEqual(['One']);
    expect(await installed(engine('One'))).toEqual(['One']);
    expect(filled).toEqual(['One', 'One']);
    rmSync(stamp());
    expect(await installed(engine('One'))).toEqual([]);
    expect(existsSync(join(room, 'one/bin'))).toBe(true);
  });

  it('are not installed where they are, here or on the machine', async () => {
    mkdirSync(join(room, 'one'));
    expect(await installed(engine('One'), { ...engine('Two'), isThere: () => true })).toEqual([]);
    expect([said, filled]).toEqual([[], []]);
  });

  it('that come from packages of the machine leave nothing here', async () => {
    const packaged = { ...engine('One'), fill: () => Promise.resolve({ ok: true, output: '' }) };
    expect(await installed(packaged)).toEqual([]);
    expect(readdirSync(room)).toEqual([]);
  });

  it('are made anew where an installation of them was cut off', async () => {
    mkdirSync(join(room, 'one.new'));
    writeFileSync(join(room, 'one.new/half'), '');
    expect(await installed(engine('One'))).toEqual([]);
    expect(readdirSync(join(room, 'one'))).toEqual(['bin']);
  });

  it('are looked for where they were put, and first of all in the Mercurial that tests name', () => {
    expect(enginePaths({ HOLDFAST_TEST_ENGINES: room })).toEqual([]);
    mkdirSync(join(room, 'mercurial'));
    expect(enginePaths({ HOLDFAST_TEST_ENGINES: room, HOLDFAST_TEST_HG: '/another' })).toEqual([
      '/another/bin',
      join(room, 'mercurial/bin'),
    ]);
  });
});
