import type { EndedSpan } from '@holdfast/kernel';
import { otlpSpans } from './otlp-spans.js';

const span: EndedSpan = {
  trace: '4bf92f3577b34da6a3ce929d0e0e4736',
  span: '00f067aa0ba902b7',
  name: 'repository.branch.list.v1',
  kind: 'server',
  from: 1_700_000_000_123.25,
  to: 1_700_000_000_124,
  facts: { text: 'a', whole: 3, part: 0.5, flag: true, large: 2 ** 60 },
};

describe('spans in OTLP', () => {
  it('are what a collector takes', () => {
    const parent = '1'.repeat(16);
    const told = otlpSpans({ 'service.name': 'holdfast-gateway' }, [
      span,
      { ...span, kind: 'client', parent, failure: 'unavailable', facts: {} },
      { ...span, kind: 'internal', facts: {} },
    ]);
    const of = { traceId: span.trace, spanId: span.span, flags: 1, name: span.name };
    const at = { startTimeUnixNano: '1700000000123250000', endTimeUnixNano: '1700000000124000000' };
    expect(JSON.parse(told)).toEqual({
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'holdfast-gateway' } }] },
          scopeSpans: [
            {
              scope: { name: 'holdfast' },
              spans: [
                {
                  ...of,
                  ...at,
                  kind: 2,
                  attributes: [
                    { key: 'text', value: { stringValue: 'a' } },
                    { key: 'whole', value: { intValue: '3' } },
                    { key: 'part', value: { doubleValue: 0.5 } },
                    { key: 'flag', value: { boolValue: true } },
                    { key: 'large', value: { doubleValue: 2 ** 60 } },
                  ],
                },
                {
                  ...of,
                  ...at,
                  parentSpanId: parent,
                  kind: 3,
                  attributes: [],
                  status: { code: 2, message: 'unavailable' },
                },
                { ...of, ...at, kind: 1, attributes: [] },
              ],
            },
          ],
        },
      ],
    });
  });
});
