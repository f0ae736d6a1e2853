import { resolve } from 'node:path';
import { laterPattern } from './later-specs.mjs';

/**
 * Proofs that are too long for every run: scenarios that are run only so, or of which others have a short round, and
 * the variable that makes them long. `shows`: what holds, for who asks how the command is used; `specs`: those that
 * belong to it. What may be given besides: `usual`, another number instead of it; `paths`, directories; `names`, one of
 * these; `version`, which there has to be, and behind it `client` where only the client is to have it. `nodegit`: it is
 * built where it is not there, and reads. `release`: services begin as those of the last release.
 * @typedef {{ shows: string, scenarios: string, specs?: string, variable?: string, usual?: string, paths?: true,
 * names?: string[], version?: true, nodegit?: true, release?: true }} Proof
 */

/** The scenarios with a client of Mercurial: of its own, over all kinds, and of long histories and large files. */
const ofMercurial = [
  'mercurial[a-z-]*',
  'kind-[a-z-]*',
  '[a-z-]*of-kinds[a-z-]*',
  'branch-(create|list)',
  'order-of-decisions',
  '(quotas|full-disk)-regression',
  'killed-[a-z-]*',
  'kills-mercurial',
  'large-(histories|repositories)',
];

/** Scenarios that speak with database or broker themselves, or bring a gateway of their own. */
const unsecured = [
  ...[
    'database-roles',
    'broker-',
    'silent-broker',
    'ssh-connections',
    'bot-shares',
    'metrics',
    'rate-limits',
  ],
  ...['queued-transfers', 'transfer-slots', 'unread-answers', 'unfinished-bodies', 'long-reads'],
];

/** @type {Record<string, Proof>} */
const proofs = {
  events: {
    shows: 'events survive whatever is killed, with so many changes',
    scenarios: 'events-crash',
    variable: 'HOLDFAST_TEST_CHANGES',
    usual: '1000',
  },
  moves: {
    shows: 'so many repositories move under load, and moves are cut off after each of their steps',
    scenarios: 'storage-moves',
    specs: 'cut-off-moves',
    variable: 'HOLDFAST_TEST_MOVES',
    usual: '20',
  },
  kills: {
    shows: 'so much is acknowledged of each kind while parts and engines are killed at random',
    scenarios: 'kills-',
    variable: 'HOLDFAST_TEST_KILLS',
    usual: '100',
  },
  fuzz: {
    shows:
      'the served contract under requests that are made up, so many for each operation, and all that schemas suggest',
    scenarios: 'contract-(schemathesis|fuzz)',
    variable: 'HOLDFAST_TEST_FUZZ',
    usual: '10',
  },
  large: {
    shows:
      'a million files and lines of 100 MB in git; long histories, large files and checkouts of Mercurial and Subversion',
    scenarios: 'proofs/large-',
    specs: laterPattern,
  },
  contents: {
    shows:
      'what the API says of these repositories is what git says; without any, of one that is made and four real ones',
    scenarios: 'content-comparison',
    variable: 'HOLDFAST_TEST_CONTENTS',
    paths: true,
  },
  imports: {
    shows:
      'these repositories of Mercurial and Subversion are imported as they are; without any, ones that are made',
    scenarios: 'imports-of-real-repositories',
    variable: 'HOLDFAST_TEST_IMPORTS',
    paths: true,
  },
  mercurial: {
    shows:
      "all of Mercurial with this version of it, as the server's and as the client's, or the client's only",
    scenarios: `/(${ofMercurial.join('|')})\\.e2e`,
    specs: 'libs/vcs/mercurial/',
    version: true,
  },
  nodegit: {
    shows:
      'all that is read of git is what git tells where nodegit reads, which is built for it in some minutes',
    scenarios:
      'scenarios/(blame|changesets|commits|commits-made|content-comparison|raw-files|tags|trees)\\.e2e',
    specs: 'libs/vcs/git/src/(nodegit/|reading/|git\\.kind)',
    nodegit: true,
  },
  clients: {
    shows: 'the scenarios of build tools with every version of these that setup fetches',
    scenarios: 'scenarios/(maven|maven-deploys|ivy|artifact-groups)\\.e2e',
    variable: 'HOLDFAST_TEST_CLIENTS',
  },
  crash: {
    shows: 'each part in turn is killed while others write',
    scenarios: 'recovery-(commits|deploys|pushes)\\.e2e',
    variable: 'HOLDFAST_TEST_CRASHES',
  },
  faults: {
    shows:
      'what everything stands on is away for ten seconds, ends, is slow, full or wrong, while people push, commit and upload',
    scenarios: 'proofs/faults/',
    variable: 'HOLDFAST_TEST_FAULTS',
    names: ['nats', 'postgres', 'bucket', 'kills', 'restarts', 'delay', 'slow-disk', 'full-disk', 'clock'],
  },
  rolling: {
    shows:
      'each service is replaced in turn, as Kubernetes does it, while people do all they do: nobody is told of it',
    scenarios: 'proofs/rolling/rolling',
    variable: 'HOLDFAST_TEST_DRAIN',
    usual: '30',
  },
  beside: {
    shows:
      'services of the last release are replaced by these, and back, under load: each mixture serves all',
    scenarios: 'proofs/rolling/beside',
    variable: 'HOLDFAST_TEST_DRAIN',
    usual: '30',
    release: true,
  },
  drill: {
    shows: 'a backup that is made while all is written to gives back all, or parts where others have gone on',
    scenarios: 'backup-drill',
  },
  upgrade: {
    shows: "an installation that code of git's history made is started by this code",
    scenarios: 'proofs/upgrade',
  },
  observability: {
    shows:
      'a Prometheus reads all that alerts and dashboard ask for; each alert comes when it should, three of them for real',
    scenarios: 'proofs/observability',
  },
  tls: {
    shows:
      'people do all that they do where parts, database and broker speak TLS with each other, and nothing else',
    scenarios: `scenarios/(?!${unsecured.join('|')})[a-z-]+\\.e2e`,
    variable: 'HOLDFAST_TEST_TLS',
  },
  floods: {
    shows: 'what others wait while somebody asks for as much as he can',
    scenarios: 'proofs/floods/',
    variable: 'HOLDFAST_TEST_FLOODS',
  },
  parts: {
    shows:
      'parts of an installation end, hang, are replaced, lie elsewhere, or have no disk left; clients of all kinds',
    scenarios: 'proofs/parts/',
  },
};

/**
 * The proof that is asked for; undefined: none of this name. `isWrong`: something is given that it does not take.
 * @param {string | undefined} name
 * @param {string[]} given
 * @returns {{ scenarios: string, specs?: string, variables: Record<string, string>, version?: string,
 * ofClient?: boolean, nodegit?: true, release?: true, isWrong: boolean } | undefined}
 */
export const proofOf = (name = '', given = []) => {
  if (!Object.hasOwn(proofs, name)) return undefined;
  const { scenarios, specs, variable, usual, paths, names, version, nodegit, release } = proofs[name];
  const value = paths ? given.map((path) => resolve(path)).join('\n') : (given[0] ?? usual ?? 'all');
  const isRight = () => {
    if (given.some((word) => word.startsWith('-'))) return false;
    if (paths) return true;
    if (names) return given.length < 2 && given.every((word) => names.includes(word));
    if (version)
      return (
        /^\d+(\.\d+){1,2}(rc\d+)?$/.test(given[0] ?? '') && ['', 'client'].includes(given.slice(1).join(' '))
      );
    return (
      given.length === 0 || (usual !== undefined && given.length === 1 && /^[1-9]\d{0,5}$/.test(given[0]))
    );
  };
  return {
    scenarios,
    ...(specs && { specs }),
    variables: variable ? { [variable]: value } : {},
    ...(version && { version: given[0], ofClient: given.length > 1 }),
    ...(nodegit && { nodegit }),
    ...(release && { release }),
    isWrong: !isRight(),
  };
};

/** One line for each proof: how it is asked for, and what it shows. */
export const proofLines = () =>
  Object.entries(proofs).map(([name, { shows, usual, paths, names, version }]) => {
    const takes = paths
      ? ' [directory …]'
      : names
        ? ` [${names.join('|')}]`
        : version
          ? ' version [client]'
          : usual
            ? ' [number]'
            : '';
    const otherwise = usual ? `; ${usual} where no number is given` : '';
    return `${`tools/test ${name}${takes}`.padEnd(40)}  ${shows}${otherwise}`;
  });
