import { bytesOfTexts, remembered } from './remembered.js';

describe('answers that are remembered', () => {
  const answers = () => remembered<string[]>(10_000, bytesOfTexts);

  it('have no more bytes than they may, however few they are', () => {
    const known = answers();
    for (let at = 0; at < 10; at += 1) known.set(`question ${at}`, ['x'.repeat(3_000)]);
    expect(known.size).toBe(3);
    known.set('long', ['x'.repeat(10_000)]);
    expect(known.has('long')).toBe(false);
  });

  it('are counted with their questions', () => {
    const known = answers();
    for (let at = 0; at < 10; at += 1) known.set('x'.repeat(3_000 + at), []);
    expect(known.size).toBe(3);
  });
});
