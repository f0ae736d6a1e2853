import { many, sized, ContenderStub } from './fair-slots.fixture.js';
import { FairSlots } from './fair-slots.js';

describe('fair slots', () => {
  let slots: FairSlots<ContenderStub>;
  beforeEach(() => {
    slots = new FairSlots({ total: 4, each: [3, 2] }, { total: 6, each: [5, 3] });
  });
  const ask = (...transfers: ContenderStub[]): string[] => transfers.map((each) => slots.ask(each));

  it('are never all held by one account, nor by one company', () => {
    expect(ask(...many(3, 'a', 'ann'))).toEqual(['begins', 'begins', 'waits']);
    expect(ask(...many(2, 'a', 'amy'))).toEqual(['begins', 'waits']);
    expect(ask(...many(2, 'b', 'bob'))).toEqual(['begins', 'waits']);
  });

  it('let only so many wait, of one account, of one company and of all', () => {
    expect(ask(...many(6, 'a', 'ann')).slice(2)).toEqual(['waits', 'waits', 'waits', 'refused']);
    expect(ask(...many(4, 'a', 'amy'))).toEqual(['begins', 'waits', 'waits', 'refused']);
    expect(ask(...many(3, 'b', 'bob'))).toEqual(['begins', 'waits', 'refused']);
  });

  it('go to whom holds fewest, then to whom they went least recently, then to who waits longest', () => {
    const [first, ...rest] = [...many(2, 'a', 'ann'), ...many(1, 'b', 'bob'), ...many(1, 'b', 'ben')];
    ask(first, ...rest);
    const [ann, amy, carl] = [
      new ContenderStub('a', 'ann'),
      new ContenderStub('a', 'amy'),
      new ContenderStub('c', 'carl'),
    ];
    const ada = new ContenderStub('a', 'ada');
    expect(ask(ann, amy, ada, carl)).toEqual(['waits', 'waits', 'waits', 'waits']);
    slots.leave(first);
    expect([ann, amy, ada, carl].map(({ begun }) => begun)).toEqual([false, false, false, true]);
    slots.leave(rest[0]);
    expect([ann, amy, ada].map(({ begun }) => begun)).toEqual([false, true, false]);
  });

  it('go to others before they go to one who has just had one, where there are few', () => {
    slots = new FairSlots({ total: 1, each: [1, 1] }, { total: 9, each: [9, 9] });
    const rival = many(4, 'a', 'ann');
    ask(...rival);
    const [amy, carl] = [new ContenderStub('a', 'amy'), new ContenderStub('c', 'carl')];
    ask(amy, carl);
    const order: ContenderStub[] = [];
    for (let running = rival[0]; order.length < 5; running = order[order.length - 1]) {
      slots.leave(running);
      const next = [...rival, amy, carl].find(
        (each) => each.begun && each !== rival[0] && !order.includes(each),
      );
      if (next) order.push(next);
    }
    expect(order).toEqual([carl, amy, ...rival.slice(1)]);
    // Whoever was away comes as somebody new.
    slots.leave(rival[3]);
    expect(ask(...many(2, 'a', 'ann'), new ContenderStub('c', 'carl'))).toEqual(['begins', 'waits', 'waits']);
  });

  it('are not given to one that went away while it waited', () => {
    const [first, second, gone, next] = many(4, 'a', 'ann');
    ask(first, second, gone, next);
    slots.leave(gone);
    slots.leave(first);
    expect([gone.begun, next.begun]).toEqual([false, true]);
    expect(slots.someWait).toBe(false);
  });

  it('are free again after each use, also when it is told twice', () => {
    for (let left = 20; left > 0; left -= 1) {
      const one = new ContenderStub('a', 'ann');
      expect(slots.ask(one)).toBe('begins');
      slots.leave(one);
      slots.leave(one);
    }
    expect(ask(...many(3, 'a', 'ann'))).toEqual(['begins', 'begins', 'waits']);
  });

  describe('of which some take more places', () => {
    it('are as many as there are places', () => {
      const two = sized(2, 'a', 'ann');
      expect(ask(two, sized(1, 'a', 'ann'), sized(2, 'a', 'amy'), sized(1, 'a', 'amy'))).toEqual([
        'begins',
        'waits',
        'waits',
        'begins',
      ]);
    });

    it('let what needs more than there is begin alone', () => {
      const [huge, next] = [sized(9, 'a', 'ann'), sized(1, 'a', 'ann')];
      expect(ask(huge, next)).toEqual(['begins', 'waits']);
      slots.leave(huge);
      expect(next.begun).toBe(true);
    });

    it('give places back while they run, and take more where there are some', () => {
      const [one, next] = [sized(2, 'a', 'ann'), sized(1, 'a', 'ann')];
      ask(one, next);
      expect(slots.resize(one, 1)).toBe(true);
      expect(next.begun).toBe(true);
      expect(slots.resize(one, 2)).toBe(false);
      expect(slots.resize(one, 2, true)).toBe(true);
      slots.leave(next);
      expect(ask(sized(1, 'a', 'ann'))).toEqual(['waits']);
      slots.leave(one);
      expect(slots.resize(one, 4)).toBe(true);
      expect(ask(sized(1, 'a', 'ann'))).toEqual(['begins']);
    });

    it('are asked for again by those that need more, who keep what they have', () => {
      const [one, other, next] = [sized(1, 'a', 'ann'), sized(1, 'a', 'ann'), sized(1, 'a', 'ann')];
      ask(one, other);
      one.begun = false;
      one.places = 2;
      expect(ask(one, next)).toEqual(['waits', 'waits']);
      expect(one.begun).toBe(false);
      slots.leave(other);
      expect([one.begun, next.begun]).toEqual([true, false]);
      one.places = 9;
      expect(ask(one)).toEqual(['begins']);
      slots.leave(one);
      expect(next.begun).toBe(true);
      expect(slots.someWait).toBe(false);
    });

    it('are given back by one that goes while it waits for more', () => {
      const [one, other] = [sized(1, 'a', 'ann'), sized(1, 'a', 'ann')];
      ask(one, other);
      one.places = 2;
      expect(ask(one)).toEqual(['waits']);
      slots.leave(one);
      expect(slots.someWait).toBe(false);
      expect(ask(sized(1, 'a', 'ann'), sized(1, 'a', 'ann'))).toEqual(['begins', 'waits']);
    });

    it('are taken away for those that need more: what is missing, and not more', () => {
      const held = [0, 1, 2].map((index) => sized(1, 'a', index < 2 ? 'ann' : 'amy'));
      ask(...held);
      for (const each of held) each.crawls = true;
      const one = held[2];
      one.places = 2;
      one.crawls = false;
      expect(ask(one)).toEqual(['waits']);
      slots.makeRoom();
      expect(held.map(({ ended }) => ended)).toEqual([true, false, false]);
    });

    it('are taken where there are none, and those who ask wait until they are given back', () => {
      const [held, more, next] = [sized(2, 'a', 'ann'), sized(3, 'a', 'ann'), sized(1, 'a', 'ann')];
      ask(held);
      slots.take(more);
      expect(more.begun).toBe(true);
      slots.leave(held);
      expect(ask(next)).toEqual(['waits']);
      slots.leave(more);
      expect(next.begun).toBe(true);
    });

    it('are taken away until there is room, of the account that holds most', () => {
      const [light, ...heavy] = [sized(1, 'b', 'bob'), sized(1, 'a', 'ann'), sized(1, 'a', 'ann')];
      const next = sized(2, 'c', 'carl');
      for (const each of [light, ...heavy]) each.crawls = true;
      ask(light, ...heavy, next);
      slots.makeRoom();
      expect([light.ended, ...heavy.map(({ ended }) => ended)]).toEqual([false, true, true]);
    });
  });

  describe('that are held by slow ones', () => {
    it('are not taken away while nobody waits', () => {
      const [slow] = many(1, 'a', 'ann');
      slow.crawls = true;
      ask(slow);
      slots.makeRoom();
      expect(slow.ended).toBe(false);
    });

    it('are taken away for each that waits for them, the oldest first', () => {
      const [first, second] = many(2, 'a', 'ann');
      first.crawls = second.crawls = true;
      const next = new ContenderStub('a', 'ann');
      ask(first, second, next);
      slots.makeRoom();
      expect([first.ended, second.ended]).toEqual([true, false]);
      slots.leave(first);
      expect(next.begun).toBe(true);
    });

    it('are taken away from the slowest of an account, where it is told how slow they are', () => {
      const [first, second] = many(2, 'a', 'ann');
      first.crawls = second.crawls = true;
      [first.rate, second.rate] = [2, 1];
      ask(first, second, new ContenderStub('a', 'ann'));
      slots.makeRoom();
      expect([first.ended, second.ended]).toEqual([false, true]);
    });

    it('stay where what is waited for is held by others', () => {
      const [slow] = many(1, 'b', 'bob');
      slow.crawls = true;
      ask(slow, ...many(3, 'a', 'ann'));
      slots.makeRoom();
      expect(slow.ended).toBe(false);
    });
  });
});
