import { eventually } from '../bytes/byte-door.fixture.js';
import { OpenDoor, patient } from './open-door.fixture.js';

// Of all that waited the one was closed that had waited longest: strangers with connections enough closed those that
// others keep for their next request.
describe('when too many connections wait for their clients', () => {
  const door = OpenDoor.ofSuite();

  it('one of the address that has the most is closed', async () => {
    await door.open({ deadlines: patient, waiting: 3 });
    const kept = await door.arrived('127.0.0.1');
    const strange = [
      await door.arrived('127.0.0.2'),
      await door.arrived('127.0.0.2'),
      await door.arrived('127.0.0.2'),
    ];
    await eventually(() => strange[0].ended);
    const more = await door.arrived('127.0.0.2');
    await eventually(() => strange[1].ended);
    expect([kept, strange[2], more].map(({ ended }) => ended)).toEqual([false, false, false]);
    kept.say('GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n');
    await kept.hear('bytes');
  });

  it('it is none of a proxy, whose connections are those of many clients', async () => {
    await door.open({ deadlines: patient, waiting: 4, trustedProxies: ['127.0.0.2'] });
    const proxied = [
      await door.arrived('127.0.0.2'),
      await door.arrived('127.0.0.2'),
      await door.arrived('127.0.0.2'),
    ];
    const [first, second] = [await door.arrived('127.0.0.3'), await door.arrived('127.0.0.3')];
    await eventually(() => first.ended);
    expect([...proxied, second].map(({ ended }) => ended)).toEqual([false, false, false, false]);
  });
});
