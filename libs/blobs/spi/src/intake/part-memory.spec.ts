import { PartMemory, partBytes, wordBytes } from './part-memory.js';

describe('the memory of parts', () => {
  it('lets so many go at once, and the others in turn', async () => {
    const memory = new PartMemory(2);
    await Promise.all([memory.enter(), memory.enter()]);
    const order: string[] = [];
    const third = memory.enter().then(() => order.push('third'));
    const fourth = memory.enter().then(() => order.push('fourth'));
    await Promise.resolve();
    expect(order).toEqual([]);
    memory.leave();
    await third;
    expect(order).toEqual(['third']);
    memory.leave();
    await fourth;
    memory.leave();
    memory.leave();
    await Promise.all([memory.enter(), memory.enter()]);
  });

  it('is used again, and no more of it is kept than goes at once', () => {
    const memory = new PartMemory(1);
    const [one, two] = [memory.take(), memory.take()];
    expect(one).toHaveLength(wordBytes + partBytes);
    expect(one.buffer).not.toBe(two.buffer);
    memory.give(one);
    memory.give(two);
    expect(memory.take()).toBe(one);
    expect(memory.take()).not.toBe(two);
  });
});
