import { jest } from '@jest/globals';
import { allDomainEvents, deadLetterStreamOf, eventStreamOf, recorderOf } from '@holdfast/contracts';
import { BrokerOfSpec } from './nats.fixture.mjs';
import { freePort } from './ports.mjs';

/** @typedef {{ error?: { description: string }, config?: { num_replicas: number } }} ApiAnswer */

const [copies, mib] = [3, 2 ** 20];

// The accounts had room for one copy: a broker of three servers refused the streams, for ever, and only a log said so.
describe('a cluster of brokers', () => {
  const brokers = Array.from({ length: copies }, () => new BrokerOfSpec());
  beforeAll(async () => {
    const routes = await Promise.all(brokers.map(() => freePort()));
    const route = routes.map((port) => `"nats://127.0.0.1:${port}"`).join(', ');
    await Promise.all(
      brokers.map((broker, at) => {
        const cluster = `cluster { name: c, listen: "127.0.0.1:${routes[at]}", routes: [${route}] }`;
        return broker.start((users) => users, `server_name: n${at}\n${cluster}\n`, copies);
      }),
    );
  });
  afterAll(() => Promise.all(brokers.map((broker) => broker.stop())));

  jest.setTimeout(60_000);

  it.each([...new Set(allDomainEvents.map(recorderOf))])(
    'keeps what %s records, and gives up, as often as there are servers',
    async (name) => {
      const [broker] = brokers;
      const connection = await broker.toStreams(name);
      /** @param {string} stream @param {number} bytes @returns {Promise<ApiAnswer>} */
      const keep = async (stream, bytes) => {
        const settings = { name: stream, subjects: [`${stream}.>`], max_bytes: bytes, num_replicas: copies };
        for (;;) {
          const sent = JSON.stringify(settings);
          // Until the servers have chosen one that decides, they do not answer, or say that there is none.
          const answer = await connection
            .request(`$JS.API.STREAM.CREATE.${stream}`, sent, { timeout: 2_000 })
            .then((said) => /** @type {ApiAnswer} */ (said.json()))
            .catch(() => undefined);
          if (answer && !/temporarily|no suitable peers/.test(answer.error?.description ?? '')) return answer;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      };
      // The sizes that services ask for.
      const sizes = { [eventStreamOf(name)]: 256 * mib, [deadLetterStreamOf(name)]: 32 * mib };
      const create = '$JS.API.STREAM.CREATE.';
      const own = (broker.userNamed(name).streams?.publish ?? []).filter((each) => each.startsWith(create));
      expect(own).toContain(create + eventStreamOf(name));
      for (const stream of own.map((each) => each.slice(create.length)))
        expect(await keep(stream, sizes[stream])).toMatchObject({ config: { num_replicas: copies } });
    },
  );
});
