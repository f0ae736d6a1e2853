import { once } from 'node:events';
import type { Server } from 'node:http';
import { listening } from './listening.fixture.js';
import { LocalEngine } from './local-engine.js';

describe('connections to an engine that nobody uses', () => {
  let [engine, port]: [Server | undefined, number] = [undefined, 0];
  let relay: LocalEngine | undefined;
  const count = () =>
    new Promise<number>((resolve) => engine?.getConnections((_, number) => resolve(number)));
  const ask = () =>
    relay?.ask({ method: 'GET', path: '/', headers: {} }, Date.now() + 10_000).then(({ text }) => text);
  /** Resolves when the engine has no more than so many. */
  const left = async (most: number): Promise<void> => {
    for (let now = await count(); ; now = await count()) {
      if (now <= most) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };

  afterEach(async () => {
    relay?.close();
    engine?.closeAllConnections();
    engine?.close();
    if (engine) await once(engine, 'close');
  });

  it('are so many at most, and are closed after their time by who asks', async () => {
    [engine, port] = await listening((_, response) => response.end('x'));
    relay = new LocalEngine(() => ({ host: '127.0.0.1', port }), 4, undefined, { most: 2, time: 500 });
    expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual(['x', 'x', 'x', 'x']);
    await left(2);
    expect(await ask()).toBe('x');
    await left(0);
    expect(await ask()).toBe('x');
  });
});
