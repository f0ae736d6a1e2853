import { engineLoad, enters } from './engine-load.js';

describe('the load of engines', () => {
  it('is what has begun and is not over', () => {
    const ends = [enters('programs', 'made-up'), enters('programs', 'made-up')];
    expect(engineLoad().programs['made-up']).toBe(2);
    ends[0]();
    ends[0]();
    expect(engineLoad().programs['made-up']).toBe(1);
    ends[1]();
    expect(engineLoad().programs['made-up']).toBe(0);
  });
});
