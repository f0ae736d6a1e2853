import { RandomTokens } from './random-tokens.js';

describe('random tokens', () => {
  it('are 32 hex digits each, and all of them different', () => {
    const tokens = new RandomTokens();
    const made = Array.from({ length: 1000 }, () => tokens.next());
    expect(new Set(made).size).toBe(1000);
    for (const token of made) expect(token).toMatch(/^[0-9a-f]{32}$/);
  });
});
