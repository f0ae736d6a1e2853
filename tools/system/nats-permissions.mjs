/**
 * @typedef {object} Rights
 * @property {string[]} publish
 * @property {string[]} subscribe
 */
/**
 * What a service does with the broker's streams, in an account of its own.
 * @typedef {Rights & {
 *   account: string,
 *   imports: { from: string, subject: string }[],
 *   loginOf: (user: string) => string,
 * }} Streams `loginOf`: by what name a user opens that account
 */
/** @typedef {Rights & { name: string, streams?: Streams }} BrokerUser */

/**
 * The users of the broker and their rights: calls and events that the
 * contracts declare, one subject each. A service answers its calls in the queue group of its name only, into the
 * inboxes of those who ask them; answers to it arrive in an inbox of its own, and nobody hears another's. There is no
 * right to answer wherever a question says: who asks himself would get every right. The contracts must be built.
 * @returns {Promise<BrokerUser[]>}
 */
export const brokerUsers = async () => {
  const { eventAccountOf, eventLoginOf, inboxOf, brokerUserNames, rightsOf } =
    await import('@holdfast/contracts');
  return brokerUserNames.map((name) => {
    const { asks, serves, answers, tells, hears, streams, imports } = rightsOf(name);
    const inbox = `${inboxOf(name)}.>`;
    return {
      name,
      publish: [...asks, ...tells, ...answers],
      subscribe: [inbox, ...serves.map((subject) => `${subject} ${name}`), ...hears],
      streams: streams.length
        ? {
            account: eventAccountOf(name),
            publish: streams,
            subscribe: [inbox],
            imports: imports.map(({ from, subject }) => ({ from: eventAccountOf(from), subject })),
            loginOf: eventLoginOf,
          }
        : undefined,
    };
  });
};
