import { Tickets } from './tickets.js';

const grant = (advertise: boolean) => ({
  kind: 'git',
  service: 'upload-pack',
  advertise,
  directory: '/d',
  repository: 'u',
  principal: undefined,
  owner: { company: 'c', account: 'a' },
});

describe('a ticket', () => {
  let now = 0;
  const tickets = new Tickets(() => now);

  it('is good once', () => {
    const ticket = tickets.issue(grant(false));
    expect(ticket).toMatch(/^[0-9a-f]{32}$/);
    expect(tickets.redeem(ticket, 'POST', '/rpc')).toEqual(grant(false));
    expect(tickets.redeem(ticket, 'POST', '/rpc')).toBeUndefined();
  });

  it('is bound to its method and path, and used up by another', () => {
    for (const [method, path] of [
      ['GET', '/advertise'],
      ['GET', '/rpc'],
      ['POST', '/advertise'],
      ['POST', '/rpc?x'],
    ]) {
      const ticket = tickets.issue(grant(false));
      expect(tickets.redeem(ticket, method, path)).toBeUndefined();
      expect(tickets.redeem(ticket, 'POST', '/rpc')).toBeUndefined();
    }
    expect(tickets.redeem(tickets.issue(grant(true)), 'GET', '/advertise')).toBeDefined();
  });

  it('lasts thirty seconds, and is then forgotten', () => {
    const early = tickets.issue(grant(false));
    now += 29_999;
    const late = tickets.issue(grant(false));
    expect(tickets.redeem(early, 'POST', '/rpc')).toBeDefined();
    now += 30_000;
    expect(tickets.redeem(late, 'POST', '/rpc')).toBeUndefined();
    tickets.issue(grant(false));
    now += 30_000;
    tickets.issue(grant(false));
    expect(tickets.size).toBe(1);
  });

  it('cannot be guessed or left out', () => {
    tickets.issue(grant(false));
    for (const ticket of [undefined, '', 'x', '0'.repeat(32), '__proto__']) {
      expect(tickets.redeem(ticket, 'POST', '/rpc')).toBeUndefined();
    }
  });
});
