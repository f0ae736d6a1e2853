import { median } from '../measure.mjs';
import { inRequests, middleLatency, requestRate } from '../load.mjs';
import { parsed } from '../../system/private-files.mjs';
import { fewUsers, manyUsers, projects, statementsDuring } from '../people-data.mjs';
import { sameBytes } from './api.mjs';

const list = '/users?limit=100&search_term=hopper&sort=email&include=projects';

/** @import { Bench } from '../bench.mjs' */
/** @import { Scenario } from '../measure.mjs' */

/** @param {string} authorization */
const headersOf = (authorization) => ({ Authorization: authorization, Accept: 'application/vnd.svc.v1' });

/** How long half of the lists take at most, one after another. @param {Bench} bench @param {string} authorization */
const listing = async ({ installation, seconds }, authorization) => {
  const url = installation.api_url + list;
  const headers = headersOf(authorization);
  const text = await (await fetch(url, { headers })).text();
  const answer = /** @type {{ results?: { projects?: unknown[] }[] }} */ (parsed(text));
  const users = answer.results ?? [];
  if (users.length !== 100 || !users.every((user) => user.projects?.length))
    throw new Error(`${list}: ${text.slice(0, 500)}`);
  return () => middleLatency({ url, connections: 1, seconds, headers });
};

/**
 * The statements of one list, run by themselves over one connection, as often as there is time.
 * @param {Bench} bench
 * @param {string} authorization
 */
const statementsAlone = async (bench, authorization) => {
  const url = bench.installation.api_url + list;
  const ask = async () => (await fetch(url, { headers: headersOf(authorization) })).arrayBuffer();
  await ask();
  const statements = await statementsDuring(bench, ask);
  if (!statements.some(({ text }) => /account/.test(text))) throw new Error(`No statement behind ${list}`);
  // Prepared and with the settings of the service's sessions, so that the plans are the same.
  const client = await bench.installation.database('identity');
  client.on('error', () => undefined); // it lasts until the installation is stopped
  const settings = new Map(statements.flatMap((each) => Object.entries(each.settings)));
  for (const [name, value] of settings) await client.query('select set_config($1, $2, false)', [name, value]);
  const once = async () => {
    const from = performance.now();
    for (const [index, { text, values }] of statements.entries())
      await client.query({ name: `statement-${index}`, text, values });
    return performance.now() - from;
  };
  const repeated = async () => {
    const until = performance.now() + bench.seconds * 1000;
    /** @type {number[]} */
    const times = [];
    while (performance.now() < until) times.push(await once());
    return { value: median(times), requests: times.length };
  };
  return { statements, repeated };
};

/**
 * Projects against nginx with the same bytes; lists of users against their statements and against a small company.
 * @type {Scenario[]}
 */
export const people = [
  {
    ...inRequests,
    name: 'project',
    title: 'GET one project of 2,000, 64 connections',
    target: 0.1,
    prepare: async (bench) => {
      await projects(bench);
      return sameBytes(bench, 'project', '/projects/project-777');
    },
  },
  {
    ...inRequests,
    name: 'projects',
    title: 'GET 50 of 2,000 projects, 64 connections',
    target: 0.03,
    prepare: async (bench) => {
      await projects(bench);
      return sameBytes(bench, 'projects', '/projects?limit=50&offset=500');
    },
  },
  {
    name: 'users-statements',
    title: '100 of 100,000 users, searched, sorted, with projects, against its statements alone',
    unit: 'ms',
    better: 'less',
    target: 2,
    prepare: async (bench) => {
      const authorization = await manyUsers(bench);
      const ours = await listing(bench, authorization);
      const { statements, repeated } = await statementsAlone(bench, authorization);
      return { ours, baseline: repeated, note: () => `${statements.length} statements` };
    },
  },
  {
    name: 'users-growth',
    title: 'the same list against that over 1,000 users (both ours)',
    unit: 'ms',
    better: 'less',
    target: 2,
    prepare: async (bench) => ({
      ours: await listing(bench, await manyUsers(bench)),
      baseline: await listing(bench, await fewUsers(bench)),
    }),
  },
  {
    ...inRequests,
    name: 'logins',
    title: 'logins, 4 connections',
    prepare: ({ installation: { api_url: api, company, login, password }, seconds }) => {
      const variables = { BODY: JSON.stringify({ company, login, password }) };
      const url = `${api}/account/sessions`;
      return { ours: () => requestRate({ url, connections: 4, seconds, script: 'post', variables }) };
    },
  },
  {
    name: 'login',
    title: 'one login, slow on purpose',
    unit: 'ms',
    better: 'less',
    prepare: ({ installation: { api_url: api, company, login, password }, seconds }) => {
      const variables = { BODY: JSON.stringify({ company, login, password }) };
      const url = `${api}/account/sessions`;
      return { ours: () => middleLatency({ url, connections: 1, seconds, script: 'post', variables }) };
    },
  },
];
