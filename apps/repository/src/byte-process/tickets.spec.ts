import { Tickets } from './tickets.js';

const grant = (method: string, path: string) => ({
  kind: 'git',
  service: 'upload-pack',
  exchange: { method, path, headers: {} },
  directory: '/d',
  repository: 'u',
  principal: undefined,
  owner: { company: 'c', account: 'a' },
});

describe('a ticket', () => {
  let now = 0;
  const tickets = new Tickets(() => now);

  it('is good once', () => {
    const ticket = tickets.issue(grant('POST', '/rpc'));
    expect(ticket).toMatch(/^[0-9a-f]{32}$/);
    expect(tickets.redeem(ticket, 'POST', '/rpc')).toEqual(grant('POST', '/rpc'));
    expect(tickets.redeem(ticket, 'POST', '/rpc')).toBeUndefined();
  });

  it('is bound to its method and path, and used up by another', () => {
    for (const [method, path] of [
      ['GET', '/advertise'],
      ['GET', '/rpc'],
      ['POST', '/advertise'],
      ['POST', '/rpc?x'],
    ]) {
      const ticket = tickets.issue(grant('POST', '/rpc'));
      expect(tickets.redeem(ticket, method, path)).toBeUndefined();
      expect(tickets.redeem(ticket, 'POST', '/rpc')).toBeUndefined();
    }
    expect(tickets.redeem(tickets.issue(grant('GET', '/advertise')), 'GET', '/advertise')).toBeDefined();
  });

  it('lasts thirty seconds, and is then forgotten', () => {
    const early = tickets.issue(grant('POST', '/rpc'));
    now += 29_999;
    const late = tickets.issue(grant('POST', '/rpc'));
    expect(tickets.redeem(early, 'POST', '/rpc')).toBeDefined();
    now += 30_000;
    expect(tickets.redeem(late, 'POST', '/rpc')).toBeUndefined();
    tickets.issue(grant('POST', '/rpc'));
    now += 30_000;
    tickets.issue(grant('POST', '/rpc'));
    expect(tickets.size).toBe(1);
  });

  it('is out until it is used, or too old', () => {
    const own = new Tickets(() => now);
    expect(own.areOut).toBe(false);
    const ticket = own.issue(grant('POST', '/rpc'));
    expect(own.areOut).toBe(true);
    own.redeem(ticket, 'POST', '/rpc');
    expect(own.areOut).toBe(false);
    own.issue(grant('POST', '/rpc'));
    now += 30_000;
    expect(own.areOut).toBe(false);
  });

  it('cannot be guessed or left out', () => {
    tickets.issue(grant('POST', '/rpc'));
    for (const ticket of [undefined, '', 'x', '0'.repeat(32), '__proto__']) {
      expect(tickets.redeem(ticket, 'POST', '/rpc')).toBeUndefined();
    }
  });
});
