import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { inTurn, wholeRequests } from './turn.js';

const request = (socket: Socket, complete: boolean): IncomingMessage =>
  ({ socket, complete }) as IncomingMessage;
const connection = (): Socket => ({}) as Socket;

const work = (): { begun: boolean; end: () => void; run: () => Promise<void> } => {
  const state = {
    begun: false,
    end: (): void => undefined,
    run: (): Promise<void> => {
      state.begun = true;
      return new Promise((resolve) => (state.end = resolve));
    },
  };
  return state;
};

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the turns of a connection', () => {
  it('begin one after the other', async () => {
    const socket = connection();
    const [one, two] = [work(), work()];
    inTurn(request(socket, true), one.run);
    inTurn(request(socket, true), two.run);
    await soon();
    expect([one.begun, two.begun]).toEqual([true, false]);
    one.end();
    await soon();
    expect(two.begun).toBe(true);
  });

  it('of different connections do not wait for each other', () => {
    const [one, two] = [work(), work()];
    inTurn(request(connection(), true), one.run);
    inTurn(request(connection(), true), two.run);
    expect([one.begun, two.begun]).toEqual([true, true]);
  });
});

describe('the whole requests of a connection', () => {
  it('are awaited when the last of them had arrived', async () => {
    const socket = connection();
    const one = work();
    inTurn(request(socket, true), one.run);
    let answered = false;
    void wholeRequests(socket)?.then(() => (answered = true));
    await soon();
    expect(answered).toBe(false);
    one.end();
    await soon();
    expect(answered).toBe(true);
  });

  it('do not include one whose body broke', async () => {
    const socket = connection();
    const [whole, broken] = [work(), work()];
    inTurn(request(socket, true), whole.run);
    inTurn(request(socket, false), broken.run);
    let answered = false;
    void wholeRequests(socket)?.then(() => (answered = true));
    whole.end();
    await soon();
    expect(answered).toBe(true);
  });

  it('are none on a fresh connection, before a broken first request, and after all are answered', async () => {
    const socket = connection();
    expect(wholeRequests(socket)).toBeUndefined();
    const one = work();
    inTurn(request(socket, false), one.run);
    expect(wholeRequests(socket)).toBeUndefined();
    one.end();
    await soon();
    expect(wholeRequests(socket)).toBeUndefined();
  });
});
