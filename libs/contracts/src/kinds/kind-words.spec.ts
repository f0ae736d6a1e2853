import { announcedKinds } from './announced-kinds.js';
import { artifactKinds } from './artifact-kinds.js';
import { kindWords, named } from './kind-words.js';
import { vcsKinds } from './vcs-kinds.js';

describe('the words of kinds', () => {
  it('are those of all lists, each once: one that is there is announced no more', () => {
    const open = [...vcsKinds, ...artifactKinds].map(({ id }) => id);
    expect([...kindWords].sort()).toEqual([...open, ...announcedKinds].sort());
    expect(new Set(kindWords).size).toBe(kindWords.length);
  });

  it('stand in addresses and patterns as they are', () => {
    for (const word of kindWords) expect(word).toMatch(/^[a-z][a-z0-9]{1,30}$/);
  });

  it('are named as a sentence names them', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id }));
    expect([named([a]), named([a, b]), named([a, b, c])]).toEqual(['a', 'a and b', 'a, b and c']);
  });
});
