import { Complaint } from '../system/complaint.mjs';
import { api } from './scenarios/api.mjs';
import { artifacts } from './scenarios/artifacts.mjs';
import { content } from './scenarios/content.mjs';
import { git } from './scenarios/git.mjs';
import { large } from './scenarios/large.mjs';
import { lfs } from './scenarios/lfs.mjs';
import { manyOfEach } from './scenarios/many.mjs';
import { mercurial } from './scenarios/mercurial.mjs';
import { metadata } from './scenarios/metadata.mjs';
import { mixed } from './scenarios/mixed.mjs';
import { operation } from './scenarios/operation.mjs';
import { people } from './scenarios/people.mjs';
import { replicas } from './scenarios/replicas.mjs';
import { ssh } from './scenarios/ssh.mjs';
import { subversion } from './scenarios/subversion.mjs';

const groups = {
  operation,
  api,
  git,
  content,
  ssh,
  lfs,
  mercurial,
  subversion,
  many: manyOfEach,
  artifacts,
  metadata,
  people,
  replicas,
  mixed,
  large,
};

/** @typedef {import('./measure.mjs').Scenario & { group: string }} GroupedScenario */

/**
 * All scenarios in the order in which they run, each with the name of its group.
 * @type {GroupedScenario[]}
 */
export const scenarios = Object.entries(groups).flatMap(([group, members]) =>
  members.map((scenario) => ({ group, ...scenario })),
);

/**
 * The scenarios that are named by `group` or `group:name`, with those that they need before; all, if none is named.
 * @template {{ group: string, name: string, needs?: string }} S
 * @param {S[]} all
 * @param {string[]} names
 */
export const choose = (all, names) => {
  /** @param {S} scenario @param {string} by */
  const isNamed = ({ group, name }, by) => by === group || by === `${group}:${name}`;
  const unknown = names.filter((by) => !all.some((scenario) => isNamed(scenario, by)));
  if (unknown.length) throw new Complaint(`No scenario ${unknown.join(', ')}; --list shows them`);
  /** @param {S} scenario */
  const named = (scenario) => !names.length || names.some((by) => isNamed(scenario, by));
  const needed = all.filter(named).map(({ group, needs }) => `${group}:${needs}`);
  return all.filter((scenario) => named(scenario) || needed.includes(`${scenario.group}:${scenario.name}`));
};

/** One line for each scenario. */
export const listing = () =>
  scenarios.map(({ group, name, title }) => `${`${group}:${name}`.padEnd(26)} ${title}\n`).join('');
