import { endsOf } from './range.rules.js';

describe('a range', () => {
  it('is between two revisions', () => {
    expect(endsOf('main...area/part')).toEqual(['main', 'area/part']);
  });

  it.each(['', 'main', 'main..x', '...x', 'main...', 'a...b...c', '...'])('is not %j', (range) =>
    expect(endsOf(range)).toBeUndefined(),
  );
});
