import { eventually, type Wire } from '../bytes/byte-door.fixture.js';
import { OpenDoor, patient } from './open-door.fixture.js';

// It was counted by address alone: one network with very many addresses closed the connections that others, who have
// two or more, keep for their next request.
describe('when too many connections wait for clients of one network with very many addresses', () => {
  const door = OpenDoor.ofSuite();

  it('one of theirs is closed', async () => {
    await door.open({ deadlines: patient, waiting: 5 });
    const kept = [await door.arrived('127.1.0.1'), await door.arrived('127.1.0.1')];
    const strange: Wire[] = [];
    for (const at of [2, 3, 4, 5, 6]) strange.push(await door.arrived(`127.2.0.${at}`));
    await eventually(() => strange.filter(({ ended }) => ended).length === 2);
    expect(kept.map(({ ended }) => ended)).toEqual([false, false]);
    expect(strange.map(({ ended }) => ended)).toEqual([true, true, false, false, false]);
    kept[0].say('GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n');
    await kept[0].hear('bytes');
  });
});
