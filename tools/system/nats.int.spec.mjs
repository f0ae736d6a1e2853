import { BrokerOfSpec } from './nats.fixture.mjs';

/** @import { Use } from './nats.fixture.mjs' */

// A nats-server of its own, with the configuration of an installation.
describe('the broker of an installation', () => {
  const broker = new BrokerOfSpec();
  const { as, refusals, userNamed } = broker;

  beforeAll(() => broker.start());
  afterEach(() => broker.leave());
  afterAll(() => broker.stop());

  it('carries a question of the gateway to a service, and the answer back', async () => {
    const identity = await as('identity');
    identity.subscribe('identity.user.show.v1', {
      queue: 'identity',
      callback: (error, message) => void (error ?? message.respond('shown')),
    });
    await identity.flush();
    const gateway = await as('gateway');
    expect((await gateway.request('identity.user.show.v1', '', { timeout: 2_000 })).string()).toBe('shown');
  });

  it('takes messages of up to 8 MiB', async () => {
    const gateway = await as('gateway');
    expect(gateway.info?.max_payload).toBe(8 * 1024 * 1024);
  });

  const ignore = { callback: () => {} };
  /** A subject as somebody would use it: with a node's name. @param {string} subject */
  const used = (subject) => subject.replace(/\*$/, 'node-1').replace(/>$/, 'x');
  /** @param {string[]} publish */
  const answersIn = (publish) => publish.filter((each) => each.startsWith('_INBOX_')).map(used);
  /** @param {string} subject */
  const words = (subject) => used(subject).split(' ');
  const names = ['identity', 'repository', 'artifact', 'gateway', 'operator'];
  /** @param {'publish' | 'subscribe'} kind */
  const everything = (kind) =>
    [...new Set(broker.users.flatMap((user) => user[kind]))].filter((each) => !each.startsWith('_'));
  /** @param {string[]} subjects @returns {Use} */
  const say = (subjects) => (connection) =>
    subjects.forEach((subject) => connection.publish(used(subject), ''));

  it.each(names)('lets %s say what is declared for it', async (name) => {
    const { publish } = userNamed(name);
    expect(await refusals(name, say(publish))).toEqual([]);
  });

  it.each(names)(
    'lets %s say nothing else: no call, no event, no answer, no word to the streams',
    async (name) => {
      const { publish } = userNamed(name);
      const declared = [
        ...everything('publish'),
        ...everything('subscribe').map((each) => each.split(' ')[0]),
      ];
      const others = [...new Set(declared)].filter((subject) => !publish.includes(subject));
      const foreign = [
        ...others.map(used),
        ...[
          ...names.map((each) => `_INBOX_${each}.x`).filter((each) => !answersIn(publish).includes(each)),
          '_INBOX_other.x',
          `${name}.user.list.v2`,
          'event.identity.other',
        ],
        ...['$JS.API.INFO', '$JS.API.STREAM.CREATE.S', 'fact.identity.project.created.v1'],
        ...['$SYS.REQ.SERVER.PING', '$SYS.REQ.USER.INFO', 'anything'],
      ];
      expect(await refusals(name, say(foreign))).toEqual(foreign);
    },
  );

  it.each(names)('lets %s hear its calls in its queue group, its events and its inbox', async (name) => {
    const { subscribe } = userNamed(name);
    /** @type {Use} */
    const listen = (connection) => {
      for (const [subject, queue] of subscribe.map(words))
        connection.subscribe(subject, { ...ignore, queue });
    };
    expect(await refusals(name, listen)).toEqual([]);
  });

  it.each(names)('lets %s hear nothing else', async (name) => {
    const { subscribe } = userNamed(name);
    const others = everything('subscribe')
      .filter((subject) => !subscribe.includes(subject))
      .map((subject) => words(subject)[0]);
    const foreign = [
      ...others,
      ...names.filter((other) => other !== name).map((other) => `_INBOX_${other}.>`),
      ...['_INBOX.>', '>', 'event.>', `${name}.>`, '$SYS.>', '$JS.API.>'],
    ];
    /** @type {Use} */
    const listen = (connection) => foreign.forEach((subject) => connection.subscribe(subject, ignore));
    expect(await refusals(name, listen)).toEqual(foreign);
  });

  it.each(['identity', 'repository', 'artifact'])(
    'lets %s serve in its own queue group only',
    async (name) => {
      const { subscribe } = userNamed(name);
      const served = subscribe.map(words).filter(([, queue]) => queue);
      /** @param {string | undefined} queue @returns {Use} */
      const listen = (queue) => (connection) =>
        served.forEach(([subject]) => connection.subscribe(subject, { ...ignore, queue }));
      const subjects = served.map(([subject]) => subject);
      expect(await refusals(name, listen(undefined))).toEqual(subjects);
      expect(await refusals(name, listen('another'))).toEqual(subjects);
    },
  );

  it('knows nobody without the password', async () => {
    await expect(as('gateway', { pass: 'guessed' })).rejects.toThrow(/authorization/i);
  });
});
