import { recordSpans, Span, type EndedSpan, type WireError } from '@holdfast/kernel';
import { ownContext } from '../rpc/wire.js';
import { traced } from './traced-answer.js';

describe('the span of an answer', () => {
  let ended: EndedSpan[];
  let stop: () => void;
  beforeEach(() => {
    ended = [];
    stop = recordSpans((span) => void ended.push(span));
  });
  afterEach(() => stop());

  // The collector is somebody else's: what an answer says of itself would have gone there as it is.
  it('says in a word of ours why something is refused, whatever the answer has', async () => {
    for (const code of ['not_found', 'unavailable', 'ada@example.org', 'constructor']) {
      const ctx = { ...ownContext('test'), trace: new Span('request', 'server').traceparent };
      const error = { code } as WireError;
      expect(await traced('a.question', () => Promise.resolve({ error }))(ctx, {})).toEqual({ error });
    }
    expect(ended.map(({ name, facts, failure }) => [name, facts['error.type'], failure])).toEqual([
      ['a.question', 'not_found', undefined],
      ['a.question', 'unavailable', 'unavailable'],
      ['a.question', 'fault', 'fault'],
      ['a.question', 'fault', 'fault'],
    ]);
  });
});
