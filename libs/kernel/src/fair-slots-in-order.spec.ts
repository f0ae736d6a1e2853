import { sized, type ContenderStub } from './fair-slots.fixture.js';
import { FairSlots } from './fair-slots.js';

describe('fair slots in order', () => {
  let slots: FairSlots<ContenderStub>;
  const ask = (...transfers: ContenderStub[]): string[] => transfers.map((each) => slots.ask(each));
  beforeEach(() => {
    slots = new FairSlots({ total: 4, each: [3, 2] }, { total: 6, each: [5, 3] }, -1);
  });

  it('are kept for one that goes first, until there are enough', () => {
    const small = [sized(1, 'a', 'ann'), sized(1, 'a', 'ann'), sized(1, 'a', 'amy')];
    const large = sized(2, 'b', 'bob');
    const late = [sized(1, 'a', 'abe'), sized(1, 'a', 'ada')];
    expect(ask(...small, large, ...late)).toEqual(['begins', 'begins', 'begins', 'waits', 'waits', 'waits']);
    slots.leave(small[0]);
    expect([large, ...late].map(({ begun }) => begun)).toEqual([true, false, false]);
    slots.leave(small[1]);
    expect(late.map(({ begun }) => begun)).toEqual([true, false]);
  });

  it('are kept from those who come as well, but not from who goes before', () => {
    const small = [sized(2, 'a', 'ann'), sized(1, 'b', 'bob')];
    const large = sized(2, 'b', 'ben');
    expect(ask(...small, large)).toEqual(['begins', 'begins', 'waits']);
    expect(ask(sized(1, 'a', 'amy'), sized(1, 'c', 'carl'))).toEqual(['waits', 'begins']);
  });

  it('are kept only where they lack: of an account, from itself', () => {
    const [held, large, own] = [sized(1, 'a', 'ann'), sized(2, 'a', 'ann'), sized(1, 'a', 'ann')];
    expect(ask(held, large, own, sized(1, 'a', 'amy'))).toEqual(['begins', 'waits', 'waits', 'begins']);
    slots.leave(held);
    expect([large.begun, own.begun]).toEqual([true, false]);
  });

  it('are free again when it goes', () => {
    const [held, large, next] = [sized(3, 'a', 'ann'), sized(2, 'b', 'bob'), sized(1, 'a', 'amy')];
    slots.take(held);
    expect(ask(large, next)).toEqual(['waits', 'waits']);
    slots.resize(held, 2, true);
    expect(large.begun).toBe(true);
    const more = sized(2, 'c', 'carl');
    expect(ask(more)).toEqual(['waits']);
    slots.leave(large);
    expect([more.begun, next.begun]).toEqual([true, false]);
  });

  it('begin for those behind it when it waits no longer', () => {
    const [held, large, next] = [sized(2, 'a', 'ann'), sized(3, 'b', 'bob'), sized(1, 'c', 'carl')];
    slots.take(sized(1, 'c', 'cid'));
    expect(ask(held, large, next)).toEqual(['begins', 'waits', 'waits']);
    slots.leave(large);
    expect(next.begun).toBe(true);
  });

  it('are kept within a company only, where that is said', () => {
    slots = new FairSlots({ total: 4, each: [3, 2] }, { total: 6, each: [5, 3] }, 0);
    const held = [sized(2, 'a', 'ann'), sized(1, 'a', 'amy'), sized(1, 'b', 'bob')];
    const large = [sized(2, 'a', 'abe'), sized(2, 'c', 'carl')];
    expect(ask(...held, ...large)).toEqual(['begins', 'begins', 'begins', 'waits', 'waits']);
    const small = [sized(1, 'a', 'ada'), sized(1, 'b', 'ben')];
    expect(ask(...small)).toEqual(['waits', 'waits']);
    slots.leave(held[1]);
    expect([...large, ...small].map(({ begun }) => begun)).toEqual([false, false, false, true]);
    slots.leave(held[0]);
    expect([...large, ...small].map(({ begun }) => begun)).toEqual([false, true, false, true]);
  });
});
