import { commitOf } from './commit-object.js';
import { signedCommit } from './commit-signature.js';

const head = 'tree 1\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n';
const namespace = 'git';
const read = (text: string, size = text.length) =>
  commitOf('0', { contents: Buffer.from(text, 'latin1'), size }).signature;

describe('the signature in a commit', () => {
  it('is absent where there is none, though the message has such lines', () => {
    expect(read(`${head}\nm\ngpgsig no\n`)).toBeUndefined();
    expect(read(`${head}gpgsignature no\n\nm`)).toBeUndefined();
  });

  it('is told with what was signed: all but it, with the lines that go on with it', () => {
    const text = `${head}gpgsig -----BEGIN X-----\n \n abc\n -----END X-----\nencoding UTF-8\n\ngpgsig m\n`;
    expect(read(text)).toEqual({
      text: '-----BEGIN X-----\n\nabc\n-----END X-----',
      namespace,
      signed: `${head}encoding UTF-8\n\ngpgsig m\n`,
    });
  });

  it('leaves out that for the other sort of ids as well, as git does', () => {
    const text = `${head}gpgsig-sha256 other\n more\ngpgsig own\n\nm`;
    expect(read(text)).toEqual({ text: 'own', namespace, signed: `${head}\nm` });
    expect(read(`${head}gpgsig-sha256 other\n\nm`)).toBeUndefined();
  });

  it('is not told with a part of the commit', () => {
    expect(read(`${head}gpgsig own\n\nm`, 5000)).toEqual({ text: 'own', namespace });
  });

  // Each reading of 16 such commits of half a million lines took the event loop for some seconds.
  it('is not told with what was signed where the head is longer than what is looked at of one', () => {
    expect(read(`${head}gpgsig own\n${'a\n'.repeat(40_000)}\nm`)).toEqual({ text: 'own', namespace });
  });

  it('may stand in a commit without a message', () => {
    expect(read(`${head}gpgsig own\n`)).toEqual({ text: 'own', namespace, signed: head });
  });

  it('is read as it was written, over what it was made for', () => {
    const text = `${head}\nmessage\n\nmore\n`;
    const signature = '-----BEGIN X-----\nabc\n-----END X-----';
    const signed = signedCommit(Buffer.from(text), `${signature}\n`);
    expect(read(signed.toString('latin1'))).toEqual({ text: signature, namespace, signed: text });
  });
});
