import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { inTurn } from './turn.js';

const request = (socket: Socket): IncomingMessage => ({ socket }) as IncomingMessage;
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
    inTurn(request(socket), one.run);
    inTurn(request(socket), two.run);
    await soon();
    expect([one.begun, two.begun]).toEqual([true, false]);
    one.end();
    await soon();
    expect(two.begun).toBe(true);
  });

  it('of different connections do not wait for each other', () => {
    const [one, two] = [work(), work()];
    inTurn(request(connection()), one.run);
    inTurn(request(connection()), two.run);
    expect([one.begun, two.begun]).toEqual([true, true]);
  });
});
