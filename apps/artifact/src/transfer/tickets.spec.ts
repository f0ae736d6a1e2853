import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { Tickets, type Ticket } from './tickets.js';

const ticket: Ticket = { method: 'GET', length: 0, open: () => Promise.resolve(Readable.from([])) };

describe('a ticket', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is good once', () => {
    const tickets = new Tickets();
    const name = tickets.issue(ticket);
    expect(tickets.take(name, 'GET')).toBe(ticket);
    expect(tickets.take(name, 'GET')).toBeUndefined();
  });

  it('is for one method, and gone after a try with another', () => {
    const tickets = new Tickets();
    const name = tickets.issue(ticket);
    expect(tickets.take(name, 'PUT')).toBeUndefined();
    expect(tickets.take(name, 'GET')).toBeUndefined();
  });

  it('expires after half a minute', () => {
    jest.useFakeTimers();
    const tickets = new Tickets();
    const [one, two] = [tickets.issue(ticket), tickets.issue(ticket)];
    jest.advanceTimersByTime(29_999);
    expect(tickets.take(one, 'GET')).toBe(ticket);
    jest.advanceTimersByTime(1);
    expect(tickets.take(two, 'GET')).toBeUndefined();
  });

  it('is forgotten then, and after a try with another method, though nobody asks for the next', () => {
    jest.useFakeTimers();
    const tickets = new Tickets();
    const forget = jest.fn();
    tickets.take(tickets.issue({ ...ticket, forget }), 'PUT');
    expect(forget).toHaveBeenCalledTimes(1);
    tickets.take(tickets.issue({ ...ticket, forget }), 'GET');
    tickets.issue({ ...ticket, forget });
    jest.advanceTimersByTime(20_000);
    tickets.issue({ ...ticket, forget });
    jest.advanceTimersByTime(10_001);
    expect(forget).toHaveBeenCalledTimes(2);
    jest.advanceTimersByTime(20_001);
    expect(forget).toHaveBeenCalledTimes(3);
  });
});
