import { readTraceParent, writeTraceParent } from './trace-parent.js';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const span = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it('says trace, span and whether it is recorded', () => {
    expect(readTraceParent(`00-${trace}-${span}-01`)).toEqual({ trace, span, sampled: true });
    expect(readTraceParent(`00-${trace}-${span}-00`)).toEqual({ trace, span, sampled: false });
    // Other flags are others' business.
    expect(readTraceParent(`00-${trace}-${span}-ff`)).toEqual({ trace, span, sampled: true });
    expect(readTraceParent(`00-${trace}-${span}-fe`)).toEqual({ trace, span, sampled: false });
  });

  it('of a later version is read as far as this one goes', () => {
    expect(readTraceParent(`01-${trace}-${span}-01-what-may-come`)).toEqual({ trace, span, sampled: true });
    expect(readTraceParent(`01-${trace}-${span}-01`)).toEqual({ trace, span, sampled: true });
  });

  it('that is none says nothing', () => {
    const none = [
      '',
      'trace',
      `ff-${trace}-${span}-01`,
      `00-${trace}-${span}-01-more`,
      `01-${trace}-${span}-01more`,
      `01-${trace}-${span}-01-${'x'.repeat(100)}`,
      `00-${'0'.repeat(32)}-${span}-01`,
      `00-${trace}-${'0'.repeat(16)}-01`,
      `00-${trace.toUpperCase()}-${span}-01`,
      `00-${trace}-${span}-1`,
      `00-${trace}-${span}`,
      ` 00-${trace}-${span}-01`,
      `00-${trace}-${span}-01, 00-${trace}-${span}-01`,
      `00-${trace}-${span}-01\n`,
    ];
    expect(none.filter((told) => readTraceParent(told) !== undefined)).toEqual([]);
  });

  it('is written as it is read', () => {
    for (const told of [`00-${trace}-${span}-01`, `00-${trace}-${span}-00`]) {
      const place = readTraceParent(told);
      expect(place && writeTraceParent(place)).toBe(told);
    }
  });
});
