import { DomainError } from '@holdfast/kernel';
import { Lines } from './lines.js';
import { readReply, replyText } from './wire.js';

const sent = (reply: Parameters<typeof replyText>[0]): unknown => readReply(Buffer.from(replyText(reply)));

describe('an answer on the wire', () => {
  it('is the value that was given', () => {
    expect(sent({ value: { id: 'ü\n', list: [1, null] } })).toEqual({ id: 'ü\n', list: [1, null] });
    expect(sent({ value: undefined })).toBeUndefined();
  });

  it('is thrown when it is an error', () => {
    expect(() => sent({ error: DomainError.notFound().toWire() })).toThrow(DomainError);
  });

  it('carries texts as they are, each on a line of its own', () => {
    const texts = [{ id: 'ü', text: 'two\nlines\r and \u2028 a separator' }, {}].map((each) =>
      JSON.stringify(each),
    );
    const read = sent({ value: new Lines({ more: true }, texts) }) as Lines;
    expect(read).toBeInstanceOf(Lines);
    expect(read.head).toEqual({ more: true });
    expect(read.texts).toEqual(texts);
  });

  it('knows no texts from one empty text', () => {
    expect((sent({ value: new Lines({}, []) }) as Lines).texts).toEqual([]);
    expect((sent({ value: new Lines({}, ['{}']) }) as Lines).texts).toEqual(['{}']);
  });

  it('reads only its own part of a larger buffer', () => {
    const whole = Buffer.from(`xx${replyText({ value: new Lines(1, ['"a"', '"b"']) })}yy`);
    expect((readReply(whole.subarray(2, whole.length - 2)) as Lines).texts).toEqual(['"a"', '"b"']);
  });
});
