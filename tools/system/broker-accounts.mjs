/** @import { BrokerUser, Rights, Streams } from './nats-permissions.mjs' */
/**
 * `password` may be a variable of the broker, `$NAME`. Without a name: somebody who may do everything.
 * @typedef {{ name?: string, user: string, password: string }} BrokerLogin
 */

/** The account in which parts ask each other. It has no streams: the broker itself says nothing there. */
const calls = 'CALLS';
/** The account of the streams that only specs make. */
const testStreams = 'EVENTS_test';
/** The name of somebody who may do everything in an account of streams. @param {string} user @param {string} account */
const unlimitedIn = (user, account) => `${user}.${account}`;

/** @param {string[]} lines */
const listed = (lines) => `[\n${lines.map((each) => `    ${each}\n`).join('')}  ]`;
/** @param {string[]} subjects */
const quoted = (subjects) => listed(subjects.map((each) => JSON.stringify(each)));
/** @param {string} name */
const rightsName = (name) => `${name.toUpperCase()}_RIGHTS`;

/** Rights in the broker's configuration, once for all logins of a user. @param {string} name @param {Rights} rights */
const rightsText = (name, { publish, subscribe }) => `${rightsName(name)} = {
  publish: ${quoted(publish)}
  subscribe: ${quoted(subscribe)}
}
`;

/**
 * A login with the rights of `name`, which several may have; without: one that may do everything.
 * @param {string} user
 * @param {string} password
 * @param {string} [name]
 */
const loginText = (user, password, name) =>
  `{ user: ${JSON.stringify(user)}, password: ${password.startsWith('$') ? password : JSON.stringify(password)}` +
  `${name ? `, permissions: $${rightsName(name)}` : ''} }`;

/** @param {string} name @param {[string, string][]} entries */
const accountText = (name, entries) =>
  `  ${name} {\n${entries.map(([key, value]) => `  ${key}: ${value}\n`).join('')}  }\n`;

/**
 * The streams of one service are not so large as to leave no room for others': its events and what it gave up. The
 * broker counts each as often as it is kept. @param {number} copies
 */
const limits = (copies) => `{ max_mem: 0, max_file: ${copies * 320}MB, max_streams: 2 }`;

/**
 * The account with the streams of one service. Others come in for what they hear, each to its own place.
 * @param {BrokerUser & { streams: Streams }} user
 * @param {BrokerUser[]} users
 * @param {BrokerLogin[]} logins
 * @param {number} copies
 */
const streamsText = ({ name, streams: { account, imports, loginOf } }, users, logins, copies) => {
  const mine = logins.filter((login) => login.name === name);
  const unlimited = logins.filter((login) => !login.name);
  const exported = users.flatMap(({ streams }) =>
    (streams?.imports ?? []).flatMap(({ from, subject }) =>
      from === account
        ? [`{ service: "${subject}", response_type: stream, accounts: [${streams?.account}] }`]
        : [],
    ),
  );
  const imported = imports.map(
    ({ from, subject }) => `{ service: { account: ${from}, subject: "${subject}" } }`,
  );
  return accountText(account, [
    ['jetstream', limits(copies)],
    [
      'users',
      listed([
        ...mine.map(({ user, password }) => loginText(loginOf(user), password, `${name}_events`)),
        ...unlimited.map(({ user, password }) => loginText(unlimitedIn(user, account), password)),
      ]),
    ],
    ...(exported.length ? [/** @type {[string, string]} */ (['exports', listed(exported)])] : []),
    ...(imported.length ? [/** @type {[string, string]} */ (['imports', listed(imported)])] : []),
  ]);
};

/**
 * The part of the broker's configuration that says who may do what.
 * @param {BrokerUser[]} users
 * @param {BrokerLogin[]} logins
 * @param {number} [copies] the most servers that may keep each event
 */
export const accountsText = (users, logins, copies = 1) => {
  const withStreams = users.flatMap(({ streams, ...user }) => (streams ? [{ ...user, streams }] : []));
  const unlimited = logins.filter((login) => !login.name);
  return [
    ...users.map((user) => rightsText(user.name, user)),
    ...withStreams.map(({ name, streams }) => rightsText(`${name}_events`, streams)),
    'accounts {\n',
    accountText(calls, [
      ['users', listed(logins.map(({ name, user, password }) => loginText(user, password, name)))],
    ]),
    ...withStreams.map((user) => streamsText(user, users, logins, copies)),
    ...(unlimited.length
      ? [
          accountText(testStreams, [
            ['jetstream', 'enabled'],
            [
              'users',
              listed(unlimited.map((each) => loginText(unlimitedIn(each.user, testStreams), each.password))),
            ],
          ]),
        ]
      : []),
    '}\n',
  ].join('');
};
