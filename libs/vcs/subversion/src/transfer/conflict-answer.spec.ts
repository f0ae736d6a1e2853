import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { toldError } from './conflict-answer.js';

const conflict = '<m:human-readable errcode="160044">Cannot write</m:human-readable>';

describe('an answer of the server about errors', () => {
  const told = async (statusCode: number, pieces: string[]) => {
    const answer = Readable.from(pieces.map((piece) => Buffer.from(piece)));
    const { status, pieces: passed } = await toldError(
      Object.assign(answer, { statusCode }) as IncomingMessage,
    );
    const all: Buffer[] = [];
    for await (const piece of passed) all.push(piece);
    return { status, text: Buffer.concat(all).toString() };
  };

  it('is a conflict where another request is in the way, however it is cut', async () => {
    expect(await told(500, [conflict])).toEqual({ status: 409, text: conflict });
    expect(await told(500, [...conflict])).toEqual({ status: 409, text: conflict });
  });

  it.each([
    ['something is to be below a file', 160016],
    ['somebody else has a lock', 160037],
    ['a lock is asked for', 160038],
    ['a lock is for an older version', 160042],
  ])('is a conflict where %s', async (_, code) => {
    const text = conflict.replace('160044', String(code));
    expect(await told(500, [text])).toEqual({ status: 409, text });
  });

  it.each([125005, 125012, 160005, 160017, 160021, 165002, 165004, 185003])(
    'is about the request where the server says %i',
    async (code) => {
      const text = conflict.replace('160044', String(code));
      expect(await told(500, [text])).toEqual({ status: 400, text });
    },
  );

  it('is about the request where a transaction is to begin with a property of the server', async () => {
    const said = (message: string) => `<m:human-readable errcode="200004">\n${message} 'svn:check-ood'\n`;
    const text = said('Attempt to modify internal transaction property');
    expect(await told(500, [text])).toEqual({ status: 400, text });
    expect((await told(500, [said('Some other parameter')])).status).toBe(500);
  });

  it('is passed on as it is where it is another one', async () => {
    const other = conflict.replace('160044', '160045');
    expect(await told(500, [other])).toEqual({ status: 500, text: other });
    expect(await told(403, [conflict])).toEqual({ status: 403, text: conflict });
    expect(await told(500, [])).toEqual({ status: 500, text: '' });
  });

  it('is not kept, however long it is', async () => {
    const pieces = [...Array<string>(40).fill('x'.repeat(1000)), conflict];
    expect(await told(500, pieces)).toEqual({ status: 500, text: pieces.join('') });
  });
});
