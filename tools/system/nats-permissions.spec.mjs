import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allDomainEvents, recorderOf } from '@holdfast/contracts';
import { accountsText } from './broker-accounts.mjs';
import { brokerUsers } from './nats-permissions.mjs';
import { checkout } from './paths.mjs';

/** Whether a part records durable events, or hears some. @param {string} name */
const hasEvents = (name) =>
  allDomainEvents.some(
    (event) => recorderOf(event) === name || event.heard.some(({ service }) => service === name),
  );

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
  const inbox = /^_INBOX_/;

  it('have exact subjects: a star stands for a storage node only', () => {
    for (const { publish, subscribe } of Object.values(users))
      for (const subject of [...publish.filter((each) => !inbox.test(each)), ...subscribe.slice(1)])
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
      'artifact.artifact.list.v1 artifact',
      'artifact.artifact.show.v1 artifact',
      'artifact.health.check.v1 artifact',
      'artifact.event.report.v1 artifact',
      'artifact.file.decide.v1 artifact',
      'artifact.purge.run.v1 artifact',
      'artifact.audit.pending.v1 artifact',
      'artifact.blobs.move.v1 artifact',
      'artifact.blobs.last.v1 artifact',
      'artifact.blobs.stop.v1 artifact',
      'event.identity.pulse.v1',
      'event.identity.access.changed',
      'event.repository.pulse.v1',
      'event.repository.repository.changed',
    ]);
    expect(users.operator.subscribe).toEqual(['_INBOX_operator.>']);
  });

  it('answer into the inboxes of those who ask them, and into no others', () => {
    const inboxes = Object.fromEntries(
      Object.values(users).map(({ name, publish }) => [name, publish.filter((each) => inbox.test(each))]),
    );
    expect(inboxes).toEqual({
      identity: ['repository', 'artifact', 'gateway', 'operator'].map((asker) => `_INBOX_${asker}.>`),
      repository: ['identity', 'repository', 'artifact', 'gateway', 'operator'].map(
        (asker) => `_INBOX_${asker}.>`,
      ),
      artifact: ['identity', 'repository', 'gateway', 'operator'].map((asker) => `_INBOX_${asker}.>`),
      gateway: [],
      operator: [],
    });
  });

  it('say nothing to streams where they ask and answer: these speak wherever somebody wants', () => {
    for (const { publish, subscribe } of Object.values(users))
      for (const subject of [...publish, ...subscribe]) expect(subject).not.toMatch(ofStreams);
  });

  it('make their own streams, in an account of their own, and take from those of others what they hear', () => {
    const streaming = Object.keys(users).filter(hasEvents);
    expect(streaming).toEqual(expect.arrayContaining(['identity', 'repository']));
    for (const name of streaming) {
      const { account, publish, subscribe } = users[name].streams ?? { publish: [] };
      expect([account, subscribe]).toEqual([`EVENTS_${name}`, [`_INBOX_${name}.>`]]);
      for (const subject of publish.filter((each) => !each.includes('.CONSUMER.')))
        expect(subject).toMatch(
          new RegExp(
            `^(?:\\$JS\\.API\\.STREAM\\.(?:CREATE|UPDATE|INFO)\\.(?:FACTS|DEAD)_${name}|\\$JS\\.ACK\\.FACTS_[a-z]+\\.${name}_[a-z0-9]+\\.>|fact\\.${name}\\.[a-z_]+\\.[a-z_]+\\.v\\d+|dead\\.${name}\\.[a-z0-9]+\\.v1)$`,
          ),
        );
    }
    const others = Object.keys(users).filter((name) => !hasEvents(name));
    expect(others).toEqual(expect.arrayContaining(['gateway', 'operator']));
    for (const name of others) expect(users[name].streams).toBeUndefined();
  });

  it('are written once each, whatever logins there are', () => {
    const text = accountsText(Object.values(users), [
      { name: 'repository', user: 'repository', password: 'a"b' },
      { name: 'repository', user: 'repository-2', password: '$PASSWORD' },
    ]);
    for (const rights of ['REPOSITORY_RIGHTS', 'REPOSITORY_EVENTS_RIGHTS'])
      expect(text.split(`${rights} = `)).toHaveLength(2);
    for (const login of [
      '{ user: "repository", password: "a\\"b", permissions: $REPOSITORY_RIGHTS }',
      '{ user: "repository-2", password: $PASSWORD, permissions: $REPOSITORY_RIGHTS }',
      '{ user: "repository-2.events", password: $PASSWORD, permissions: $REPOSITORY_EVENTS_RIGHTS }',
    ])
      expect(text).toContain(login);
  });

  it('have room for their events on three servers, at each server of the example', () => {
    const text = accountsText(Object.values(users), [], 3);
    const limits = [...text.matchAll(/max_file: (\d+)MB/g)].map(([, mib]) => Number(mib));
    expect(limits).toEqual(Array(limits.length).fill(960));
    const example = readFileSync(join(checkout, 'deploy/helm/examples/nats.yaml'), 'utf8');
    const [, gib] = /pvc: \{ size: (\d+)Gi \}/.exec(example) ?? [];
    expect(960 * limits.length).toBeLessThanOrEqual(Number(gib) * 1024);
    expect(limits.length).toBeGreaterThan(0);
  });

  it('may never answer wherever a question says: who asks himself would get every right', () => {
    expect(accountsText(Object.values(users), [])).not.toContain('allow_responses');
  });
});
