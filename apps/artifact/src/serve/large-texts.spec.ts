import { buffer } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import { fairPlaces, type Principal } from '@holdfast/kernel';
import { SentTexts, type GivenPart } from './large-texts.js';

const by = (company: string, account: string): Principal =>
  ({ company: { uuid: company }, account: { uuid: account, type: 'user' } }) as unknown as Principal;
const [ann, amy] = [by('acme', 'ann'), by('acme', 'amy')];
const all = { offset: 0, length: 100 };

describe('large texts that are on their way', () => {
  let texts: SentTexts;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    texts = new SentTexts(fairPlaces(400));
  });
  afterEach(() => void jest.useRealTimers());

  const part = (tag: string, principal = ann, bytes = Buffer.alloc(100, tag)): Promise<GivenPart> =>
    texts.part({ principal, tag, bytes }, all);
  const inTheEnd = async (asked: Promise<GivenPart>): Promise<string> => {
    const end = asked.then(
      () => 'room',
      ({ code }: { code: string }) => code,
    );
    await jest.advanceTimersByTimeAsync(4_000);
    return end;
  };

  it('of one account leave room for others, and one that several take counts once', async () => {
    await part('a');
    await part('a');
    await part('a', amy);
    expect(await inTheEnd(part('b'))).toBe('unavailable');
    expect(await inTheEnd(part('b', amy))).toBe('room');
  });

  it('are there as long as somebody may take them', async () => {
    const [one, other] = [await part('a'), await part('a')];
    one.forget();
    one.forget();
    expect(await inTheEnd(part('b'))).toBe('unavailable');
    const waits = part('b');
    expect((await buffer(await other.open())).toString()).toBe('a'.repeat(100));
    expect(await inTheEnd(waits)).toBe('room');
    expect(await inTheEnd(part('a', amy))).toBe('room');
  });

  it('are told in part', async () => {
    const bytes = Buffer.from('0123456789');
    const some = await texts.part({ principal: ann, tag: 'digits', bytes }, { offset: 3, length: 4 });
    expect((await buffer(await some.open())).toString()).toBe('3456');
  });

  it('of which nothing is taken for ten seconds go when others wait', async () => {
    const silent = await part('a');
    const reader = await silent.open();
    const broken = new Promise((resolve) => reader.once('close', resolve));
    const unused = await part('a');
    await jest.advanceTimersByTimeAsync(8_000);
    expect(await inTheEnd(part('b'))).toBe('room');
    await broken;
    await expect(async () => unused.open()).rejects.toThrow('make room');
  });
});
