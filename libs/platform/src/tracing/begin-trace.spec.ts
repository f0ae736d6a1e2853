import { recordSpans, type EndedSpan } from '@holdfast/kernel';
import { beginTrace, beginTraces } from './begin-trace.js';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const above = '00f067aa0ba902b7';

describe('the trace of a request', () => {
  const ends: (() => void)[] = [];
  let ended: EndedSpan[];
  beforeEach(() => {
    ended = [];
    ends.push(recordSpans((span) => void ended.push(span)));
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  it('begins with it, or is that of its caller', () => {
    ends.push(beginTraces(1));
    beginTrace('a')?.end();
    beginTrace('a', `00-${trace}-${above}-01`)?.end();
    expect(ended[0]).not.toHaveProperty('parent');
    expect(ended[0].trace).not.toBe(trace);
    expect(ended[1]).toMatchObject({ trace, parent: above });
  });

  it('is one of ours where its caller says nonsense', () => {
    ends.push(beginTraces(1));
    for (const told of ['nonsense', `00-${'0'.repeat(32)}-${above}-01`, [`00-${trace}-${above}-01`]]) {
      const span = beginTrace('a', told);
      expect(span?.place.trace).toMatch(/^[0-9a-f]{32}$/);
      expect(span?.place.trace).not.toBe(trace);
    }
  });

  it('is none where nothing begins here, or chance is against it', () => {
    expect(beginTrace('a', `00-${trace}-${above}-01`)).toBeUndefined();
    ends.push(beginTraces(0));
    expect(beginTrace('a', `00-${trace}-${above}-00`)).toBeUndefined();
    const wanted = Array.from({ length: 9 }, () => beginTrace('a', `00-${trace}-${above}-01`, '192.0.2.1'));
    expect(wanted.filter(Boolean)).toHaveLength(5);
    ends.pop()?.();
    expect(beginTrace('a')).toBeUndefined();
  });
});
