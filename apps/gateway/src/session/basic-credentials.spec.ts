import { basicCredentials } from './basic-credentials.js';

const header = (bytes: Buffer): string => `Basic ${bytes.toString('base64')}`;

describe('Basic credentials', () => {
  it('are read as UTF-8', () => {
    expect(basicCredentials(header(Buffer.from('ada:Zürich1')))).toEqual({
      login: 'ada',
      password: 'Zürich1',
    });
  });

  it('are read as Latin-1 when they are no UTF-8', () => {
    expect(basicCredentials(header(Buffer.from('ada:Zürich1', 'latin1')))?.password).toBe('Zürich1');
  });

  it('keep colons in the password', () => {
    expect(basicCredentials(header(Buffer.from('a:b:c')))).toEqual({ login: 'a', password: 'b:c' });
  });

  it.each([
    undefined,
    '',
    'Basic',
    'Basic !!!',
    'Bearer YTpi',
    header(Buffer.from('nocolon')),
    header(Buffer.from(':x')),
  ])('are none in %s', (value) => expect(basicCredentials(value)).toBeUndefined());
});
