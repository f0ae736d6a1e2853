import { operator, services } from './services.mjs';

/**
 * What a user of the broker may do: ask the services that it needs, answer what it is asked, tell and hear
 * events. Answers arrive in an inbox of its own, and nobody hears another's.
 */
const rights = (user, serves) => ({
  publish: [...user.asks.map((name) => `${name}.>`), ...(serves ? [`event.${user.name}.>`] : [])],
  subscribe: [`_INBOX_${user.name}.>`, ...(serves ? [`${user.name}.>`] : []), 'event.>'],
  responds: serves,
});

/** The users of the broker and their rights: one for each service, and the operator. */
export const brokerUsers = () => [
  ...services.map((service) => ({ name: service.name, ...rights(service, service.name !== 'gateway') })),
  { name: operator.name, ...rights(operator, false), subscribe: [`_INBOX_${operator.name}.>`] },
];

const quoted = (subjects) => `[${subjects.map((subject) => JSON.stringify(subject)).join(', ')}]`;

/** A user as a line of the broker's configuration. An answer may take as long as the longest operation. */
export const userLine = (user, password) =>
  `    { user: ${user.name}, password: ${JSON.stringify(password)}, permissions: { publish: ${quoted(user.publish)}, ` +
  `subscribe: ${quoted(user.subscribe)}${user.responds ? ', allow_responses: { max: 1, expires: "15m" }' : ''} } }`;
