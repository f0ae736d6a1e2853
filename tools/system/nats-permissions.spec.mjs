import { authorizationText, brokerUsers } from './nats-permissions.mjs';

describe('the users of the broker', () => {
  /** @type {Record<string, import('./nats-permissions.mjs').BrokerUser>} */
  let users;
  beforeAll(async () => {
    users = Object.fromEntries((await brokerUsers()).map((user) => [user.name, user]));
  });

  it('are the services, the gateway and the operator', () => {
    expect(Object.keys(users).sort()).toEqual(['artifact', 'gateway', 'identity', 'operator', 'repository']);
  });

  it('hear their own inbox only', () => {
    for (const { name, subscribe } of Object.values(users))
      expect(subscribe.filter((subject) => subject.startsWith('_INBOX'))).toEqual([`_INBOX_${name}.>`]);
  });

  const ofStreams = /^(?:\$JS\.|fact\.|dead\.)/;

  it('have exact subjects: a star stands for a storage node only', () => {
    for (const { publish, subscribe } of Object.values(users))
      for (const subject of [...publish.filter((each) => !ofStreams.test(each)), ...subscribe.slice(1)])
        expect(subject).toMatch(/^(?:event(\.[a-z_]+)+|[a-z]+\.[a-z_]+\.[a-z_]+\.v1(\.\*)?( [a-z]+)?)$/);
  });

  it('leave the operations to the gateway, and the commands of the operator to the operator', () => {
    /** @param {string} subject */
    const mayAsk = (subject) =>
      Object.values(users).flatMap(({ name, publish }) => (publish.includes(subject) ? [name] : []));
    expect(mayAsk('identity.user.update.v1')).toEqual(['gateway']);
    expect(mayAsk('repository.branch.update.v1.*')).toEqual(['gateway']);
    for (const command of ['company.create', 'company.rotate_key', 'account.reset_password', 'purge.run'])
      expect(mayAsk(`identity.${command}.v1`)).toEqual(['operator']);
    expect(mayAsk('repository.purge.run.v1')).toEqual(['operator']);
    expect(mayAsk('artifact.purge.run.v1')).toEqual(['repository']);
  });

  it('serve what is theirs, in the queue group of their name, and hear what they must forget by', () => {
    expect(users.artifact.subscribe).toEqual([
      '_INBOX_artifact.>',
      'artifact.health.check.v1 artifact',
      'artifact.file.decide.v1 artifact',
      'artifact.purge.run.v1 artifact',
      'artifact.audit.pending.v1 artifact',
      'event.identity.pulse.v1',
      'event.identity.access.changed',
      'event.repository.pulse.v1',
      'event.repository.repository.changed',
    ]);
    expect(users.operator.subscribe).toEqual(['_INBOX_operator.>']);
  });

  it('answer questions only where they serve', () => {
    const responding = Object.values(users).filter(({ responds }) => responds);
    expect(responding.map(({ name }) => name).sort()).toEqual(['artifact', 'identity', 'repository']);
  });

  it('make their own streams, and take from those of others what they hear', () => {
    /** @param {string} name */
    const streams = (name) =>
      users[name].publish.filter((subject) => ofStreams.test(subject) && !subject.includes('.CONSUMER.'));
    for (const name of ['identity', 'repository'])
      for (const subject of streams(name))
        expect(subject).toMatch(
          new RegExp(
            `^(?:\\$JS\\.API\\.STREAM\\.(?:CREATE|UPDATE|INFO)\\.(?:FACTS|DEAD)_${name}|\\$JS\\.ACK\\.FACTS_[a-z]+\\.${name}_[a-z0-9]+\\.>|fact\\.${name}\\.[a-z]+\\.[a-z]+\\.v1|dead\\.${name}\\.[a-z0-9]+\\.v1)$`,
          ),
        );
    for (const name of ['gateway', 'operator', 'artifact']) expect(streams(name)).toEqual([]);
  });

  it('are written once each, whatever logins there are', () => {
    const text = authorizationText(Object.values(users), [
      { name: 'gateway', user: 'gateway', password: 'a"b' },
      { name: 'gateway', user: 'gateway-2', password: '$GATEWAY_PASSWORD' },
    ]);
    expect(text.match(/GATEWAY_RIGHTS = /g)).toHaveLength(1);
    expect(text).toContain('{ user: "gateway", password: "a\\"b", permissions: $GATEWAY_RIGHTS }');
    expect(text).toContain(
      '{ user: "gateway-2", password: $GATEWAY_PASSWORD, permissions: $GATEWAY_RIGHTS }',
    );
  });
});
