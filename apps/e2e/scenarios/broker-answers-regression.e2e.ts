/** @apart Takes calls of all services. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testBroker } from '@holdfast/platform/testing';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { parts, ProcessDoors, type ServiceProcess } from '../clients/process-doors.js';
import { access, home } from '../system.js';

/** What a right to say it is worth most. */
const targets = [
  'identity.account.reset_password.v1',
  'identity.company.create.v1',
  'identity.user.update.v1',
  'repository.branch.update.v1.node-1',
  'artifact.file.decide.v1',
  'event.identity.access.changed',
  'event.repository.pulse.v1',
];

/** What a user may publish or subscribe by the configuration of the running broker; a star is a node's name. */
const configured = (user: string, kind: 'publish' | 'subscribe'): string[] => {
  const text = readFileSync(join(home, 'nats/nats.conf'), 'utf8');
  const [, rights = ''] = text.split(`${user.toUpperCase()}_RIGHTS = {`);
  const [, list = ''] = rights.split(`${kind}: [`);
  return [...list.slice(0, list.indexOf(']')).matchAll(/"([^"]+)"/g)].map(([, each]) =>
    each.replace('*', 'intruder'),
  );
};

describe('A process that was broken into', () => {
  const connections: NatsConnection[] = [];
  const kept = async (opening: Promise<NatsConnection>): Promise<NatsConnection> => {
    const connection = await opening;
    connections.push(connection);
    return connection;
  };
  /** What arrives for a target, heard as somebody who may hear all. */
  let arrived: string[];

  beforeEach(async () => {
    const { host, username: user, password: pass } = new URL(testBroker());
    const witness = await kept(connect({ servers: host, user, pass }));
    arrived = [];
    for (const target of targets)
      witness.subscribe(target, {
        callback: (_fault, message) => {
          // Not the probe: what a process may say by itself is no finding.
          if (/^\{.*forged|FACTS_/.test(message.string())) arrived.push(message.subject);
        },
      });
    await witness.flush();
  });

  afterEach(async () => {
    for (const connection of connections.splice(0)) await connection.close();
  });

  const settled = async (): Promise<void> => {
    for (const connection of connections) await connection.flush();
  };
  const forged = (): string =>
    JSON.stringify({
      ctx: { requestId: 'forged', deadline: Date.now() + 5_000 },
      input: { company: access.company, login: 'nobody' },
    });

  /** The subjects that a process may both say and hear, each with its queue group. */
  const ownPairs = (part: ServiceProcess): string[][] => {
    const may = configured(part, 'publish');
    return configured(part, 'subscribe')
      .map((each) => each.split(' '))
      .filter(([subject]) => may.includes(subject));
  };

  it.each(parts)('(%s) has no right that it did not have by asking itself', async (part) => {
    const connection = await kept(new ProcessDoors(part).broker());
    const refused: string[] = [];
    void (async () => {
      for await (const status of connection.status())
        if (status.type === 'error') refused.push(status.error.message);
    })();
    const reached: string[] = [];
    for (const [subject, queue] of ownPairs(part))
      connection.subscribe(subject, {
        queue,
        callback: (_fault, message) => {
          const [target] = message.string().split(' ', 1);
          if (!targets.includes(target)) return;
          reached.push(`${subject} ${target}`);
          connection.publish(target, forged());
        },
      });
    await connection.flush();
    const wanted = ownPairs(part).flatMap(([subject]) => targets.map((target) => [subject, target] as const));
    const foreign = wanted.filter(([, target]) => !configured(part, 'publish').includes(target));
    // A call may go to the process that is really there, which leaves what it cannot read.
    for (let round = 0; round < 100; round += 1) {
      for (const [subject, target] of foreign)
        if (!reached.includes(`${subject} ${target}`))
          connection.publish(subject, `${target} forged`, { reply: target });
      await connection.flush();
      await settled();
    }
    expect(new Set(reached)).toEqual(new Set(foreign.map((each) => each.join(' '))));
    expect(arrived).toEqual([]);
    for (const [, target] of foreign) expect(refused.join()).toContain(`Publish to "${target}"`);
  });

  it.each(['identity', 'repository'] as const)(
    '(%s) cannot have the streams of the broker say it either',
    async (part) => {
      const connection = await kept(new ProcessDoors(part).streams());
      const answers: string[] = [];
      connection.subscribe(`_INBOX_${part}.streams`, {
        callback: (_fault, message) => void answers.push(message.string()),
      });
      for (const reply of [...targets, `_INBOX_${part}.streams`])
        connection.publish(`$JS.API.STREAM.INFO.FACTS_${part}`, '{"subjects_filter":"forged"}', { reply });
      while (answers.length === 0) await settled();
      await settled();
      expect(answers[0]).toContain(`FACTS_${part}`);
      expect(arrived).toEqual([]);
    },
  );
});
