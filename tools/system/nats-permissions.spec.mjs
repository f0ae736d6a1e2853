import { brokerUsers } from './nats-permissions.mjs';

describe('the users of the broker', () => {
  const users = Object.fromEntries(brokerUsers().map((user) => [user.name, user]));

  it('hear their own inbox only', () => {
    for (const user of brokerUsers())
      expect(user.subscribe.filter((subject) => subject.startsWith('_INBOX'))).toEqual([
        `_INBOX_${user.name}.>`,
      ]);
  });

  it('may ask what they need and no more', () => {
    expect(users.gateway.publish).toEqual(['identity.>', 'repository.>', 'artifact.>']);
    expect(users.identity.publish).toEqual(['repository.>', 'event.identity.>']);
    expect(users.repository.publish).toEqual([
      'identity.>',
      'repository.>',
      'artifact.>',
      'event.repository.>',
    ]);
    expect(users.artifact.publish).toEqual(['identity.>', 'repository.>', 'event.artifact.>']);
    expect(users.operator.subscribe).toEqual(['_INBOX_operator.>']);
  });

  it('answer questions only where they serve', () => {
    expect(users.gateway.responds).toBe(false);
    expect(users.operator.responds).toBe(false);
    expect(users.artifact.responds).toBe(true);
  });
});
