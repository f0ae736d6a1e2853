/**
 * @typedef {object} BrokerUser
 * @property {string} name
 * @property {string[]} publish
 * @property {string[]} subscribe
 * @property {boolean} responds
 */
/**
 * `password` may be a variable of the broker, `$NAME`. Without a name: somebody who may do everything.
 * @typedef {{ name?: string, user: string, password: string }} BrokerLogin
 */

/**
 * The users of the broker and their rights: calls and events that the
 * contracts declare, one subject each. A service answers its calls in the queue group of its name only, each call
 * once; answers arrive in an inbox of its own, and nobody hears another's. The contracts must be built.
 * @returns {Promise<BrokerUser[]>}
 */
export const brokerUsers = async () => {
  const { parts, rightsOf } = await import('@holdfast/contracts');
  return parts.map((name) => {
    const { asks, serves, tells, hears, streams } = rightsOf(name);
    return {
      name,
      publish: [...asks, ...tells, ...streams],
      subscribe: [`_INBOX_${name}.>`, ...serves.map((subject) => `${subject} ${name}`), ...hears],
      responds: serves.length > 0,
    };
  });
};

/** @param {string[]} subjects */
const listed = (subjects) => `[\n${subjects.map((each) => `    ${JSON.stringify(each)}\n`).join('')}  ]`;
/** @param {string} name */
const rightsName = (name) => `${name.toUpperCase()}_RIGHTS`;

/**
 * Rights in the broker's configuration, once for all logins of a user. An answer may take as long as the longest
 * operation.
 * @param {BrokerUser} user
 */
const rightsText = ({ name, publish, subscribe, responds }) => `${rightsName(name)} = {
  publish: ${listed(publish)}
  subscribe: ${listed(subscribe)}${responds ? '\n  allow_responses: { max: 1, expires: "15m" }' : ''}
}
`;

/**
 * A login with the rights of `name`; several may have the same.
 * @param {{ name: string, user: string, password: string }} login
 */
const loginText = ({ name, user, password }) =>
  `    { user: ${JSON.stringify(user)}, password: ${password.startsWith('$') ? password : JSON.stringify(password)}, ` +
  `permissions: $${rightsName(name)} }`;

/** A login that may do everything. @param {BrokerLogin} login */
const unlimitedText = ({ user, password }) => `    { user: ${user}, password: ${JSON.stringify(password)} }`;

/** @param {BrokerLogin} login */
const lineOf = ({ name, ...login }) => (name ? loginText({ name, ...login }) : unlimitedText(login));

/**
 * The part of the broker's configuration that says who may do what.
 * @param {BrokerUser[]} users
 * @param {BrokerLogin[]} logins
 */
export const authorizationText = (users, logins) => `${users.map(rightsText).join('')}authorization {
  users: [
${logins.map(lineOf).join('\n')}
  ]
}
`;
