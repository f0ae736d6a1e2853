import { setTimeout as pause } from 'node:timers/promises';
import { eventually, type Wire } from '../bytes/byte-door.fixture.js';
import { OpenDoor } from './open-door.fixture.js';

// Of all that waited the one was closed that had waited longest: strangers with connections enough closed those that
// others keep for their next request.
describe('when too many connections wait for their clients', () => {
  const door = OpenDoor.ofSuite();
  const patient = { head: 60_000, body: 60_000, stall: 60_000 };
  const arrive = async (address: string): Promise<Wire> => {
    const wire = await door.dial(address);
    await pause(20);
    return wire;
  };

  it('one of the address that has the most is closed', async () => {
    await door.open({ deadlines: patient, waiting: 3 });
    const kept = await arrive('127.0.0.1');
    const strange = [await arrive('127.0.0.2'), await arrive('127.0.0.2'), await arrive('127.0.0.2')];
    await eventually(() => strange[0].ended);
    const more = await arrive('127.0.0.2');
    await eventually(() => strange[1].ended);
    expect([kept, strange[2], more].map(({ ended }) => ended)).toEqual([false, false, false]);
    kept.say('GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n');
    await kept.hear('bytes');
  });

  it('it is none of a proxy, whose connections are those of many clients', async () => {
    await door.open({ deadlines: patient, waiting: 4, trustedProxies: ['127.0.0.2'] });
    const proxied = [await arrive('127.0.0.2'), await arrive('127.0.0.2'), await arrive('127.0.0.2')];
    const [first, second] = [await arrive('127.0.0.3'), await arrive('127.0.0.3')];
    await eventually(() => first.ended);
    expect([...proxied, second].map(({ ended }) => ended)).toEqual([false, false, false, false]);
  });
});
