import { slotBytes, slotOf, Slots } from './slots.js';

describe('the slots of shared memory', () => {
  it('are given in turn to those who wait', async () => {
    const slots = new Slots(2);
    const [one, two] = [await slots.take(), await slots.take()];
    const order: string[] = [];
    const third = slots.take().then((slot) => (order.push('third'), slot));
    const fourth = slots.take().then((slot) => (order.push('fourth'), slot));
    slots.give(two);
    slots.give(one);
    expect((await third).number).toBe(two.number);
    expect((await fourth).number).toBe(one.number);
    expect(order).toEqual(['third', 'fourth']);
  });

  it('are parts of one memory that do not meet', async () => {
    const slots = new Slots(2);
    const [one, two] = [await slots.take(), await slots.take()];
    one.bytes.fill(1);
    two.bytes.fill(2);
    expect(one.bytes).toHaveLength(slotBytes);
    expect(slotOf(slots.memory, one.number).bytes.every((byte) => byte === 1)).toBe(true);
    expect(slotOf(slots.memory, two.number).bytes.every((byte) => byte === 2)).toBe(true);
  });
});
