/**
 * The users of the broker and their rights, as `{ name, publish, subscribe, responds }`: calls and events that the
 * contracts declare, one subject each. A service answers its calls in the queue group of its name only, each call
 * once; answers arrive in an inbox of its own, and nobody hears another's. The contracts must be built.
 */
export const brokerUsers = async () => {
  const { parts, rightsOf } = await import('@holdfast/contracts');
  return parts.map((name) => {
    const { asks, serves, tells, hears } = rightsOf(name);
    return {
      name,
      publish: [...asks, ...tells],
      subscribe: [`_INBOX_${name}.>`, ...serves.map((subject) => `${subject} ${name}`), ...hears],
      responds: serves.length > 0,
    };
  });
};

const listed = (subjects) => `[\n${subjects.map((each) => `    ${JSON.stringify(each)}\n`).join('')}  ]`;
const rightsName = (name) => `${name.toUpperCase()}_RIGHTS`;

/**
 * Rights in the broker's configuration, once for all logins of a user. An answer may take as long as the longest
 * operation.
 */
const rightsText = ({ name, publish, subscribe, responds }) => `${rightsName(name)} = {
  publish: ${listed(publish)}
  subscribe: ${listed(subscribe)}${responds ? '\n  allow_responses: { max: 1, expires: "15m" }' : ''}
}
`;

/**
 * A login with the rights of `name`; several may have the same. `password` may be a variable of the broker, `$NAME`.
 */
const loginText = ({ name, user, password }) =>
  `    { user: ${JSON.stringify(user)}, password: ${password.startsWith('$') ? password : JSON.stringify(password)}, ` +
  `permissions: $${rightsName(name)} }`;

/**
 * The part of the broker's configuration that says who may do what. `logins`: `{ name, user, password }`, where
 * `name` is that of one of the users, or absent for somebody who may do everything.
 */
export const authorizationText = (users, logins) => `${users.map(rightsText).join('')}authorization {
  users: [
${logins.map((login) => (login.name ? loginText(login) : `    { user: ${login.user}, password: ${JSON.stringify(login.password)} }`)).join('\n')}
  ]
}
`;
