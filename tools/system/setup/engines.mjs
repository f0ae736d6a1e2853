import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolsDirectory } from '../paths.mjs';
import { ask } from './execute.mjs';
import { fillMercurial } from './mercurial.mjs';
import { fillSubversion, hasSubversion, subversionPackages } from './subversion.mjs';

/** @import { Outcome } from './execute.mjs' */
/** @import { Say } from './system-packages.mjs' */

/**
 * Programs of version control kinds that an installation may lack. `at`: the directory below .tools that is there when
 * they are; `programs`: where in it the service looks for them; `isThere`: whether the system has them; `other`: how
 * else they can be had.
 * @typedef {object} Engine
 * @property {string} name
 * @property {string} at
 * @property {string} programs
 * @property {() => boolean} isThere
 * @property {(draft: string) => Promise<Outcome>} fill
 * @property {string} other
 */

/** @type {Engine[]} */
const engines = [
  {
    name: 'Mercurial',
    at: 'mercurial',
    programs: 'bin',
    isThere: () => ask('python3', '-c', 'import mercurial.hgweb, waitress').ok,
    fill: fillMercurial,
    other: 'Debian, Ubuntu: apt-get install mercurial python3-waitress',
  },
  {
    name: 'Subversion',
    at: 'subversion',
    programs: 'bin',
    isThere: hasSubversion,
    fill: fillSubversion,
    other: `Debian, Ubuntu: ${subversionPackages}`,
  },
];

/** Where engines are put; tests have another place. @param {NodeJS.ProcessEnv} environment */
const roomOf = ({ HOLDFAST_TEST_ENGINES: tested }) => tested ?? toolsDirectory;

/** What could not be had is tried again after so long (ms): it may take a minute to fail. */
const retryAfter = 24 * 60 * 60_000;

/** @param {string} stamp */
const hasFailed = (stamp) => existsSync(stamp) && Date.now() - statSync(stamp).mtimeMs < retryAfter;

/**
 * Where the service looks for programs before it looks into PATH.
 * @param {NodeJS.ProcessEnv} environment of the operator; tests name another Mercurial in it
 */
export const enginePaths = (environment) => {
  const { HOLDFAST_TEST_HG: tested } = environment;
  const places = engines.map(({ at, programs }) => ({ place: join(roomOf(environment), at), programs }));
  return [
    ...(tested ? [join(tested, 'bin')] : []),
    ...places.filter(({ place }) => existsSync(place)).map(({ place, programs }) => join(place, programs)),
  ];
};

/**
 * Obtains what can be had. What cannot is named: repositories of its kind are refused then, and all else works. Answers
 * the names of what is missing.
 * @param {Say} say
 * @param {{ wanted?: Engine[], room?: string }} [options] `room`: the directory into which they are put
 */
export const installEngines = async (say, { wanted = engines, room = roomOf(process.env) } = {}) => {
  /** @type {string[]} */
  const missing = [];
  for (const engine of wanted) {
    const place = join(room, engine.at);
    if (existsSync(place) || engine.isThere()) continue;
    const stamp = `${place}.missing`;
    if (hasFailed(stamp)) {
      missing.push(engine.name);
      say(`${engine.name} is missing (${engine.other}; or remove ${stamp} and try again)`);
      continue;
    }
    say(`installing ${engine.name}`);
    const draft = `${place}.new`;
    rmSync(draft, { recursive: true, force: true });
    const { ok, output } = await engine.fill(draft);
    // The packages of the system leave nothing in the draft.
    if (ok && existsSync(draft)) renameSync(draft, place);
    if (!ok) {
      missing.push(engine.name);
      writeFileSync(stamp, output);
      say(`${engine.name} could not be installed (${output.split('\n').at(-1)}); ${engine.other}`);
    }
  }
  return missing;
};
