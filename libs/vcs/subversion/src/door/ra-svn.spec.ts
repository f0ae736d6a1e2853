import { raItem } from './ra-svn.js';
import { subversionCommands } from './subversion-commands.js';

describe('items of the protocol', () => {
  it('are words, numbers, strings and lists, and know where they end', () => {
    const said = Buffer.from('( 2 ( a-b c ) 5:x ) y 0: ) rest');
    expect(raItem(said)).toEqual({
      item: ['2', ['a-b', 'c'], Buffer.from('x ) y'), Buffer.alloc(0)],
      length: said.length - 'rest'.length,
    });
  });

  it('are not whole before their last blank', () => {
    const whole = '( 2 ( a ) 3:a b ) ';
    for (let length = 0; length < whole.length; length += 1)
      expect([length, raItem(Buffer.from(whole.slice(0, length)))]).toEqual([length, 'more']);
  });

  it.each([') ', '(( ', '( 2x ) ', '{', `${'( '.repeat(20)}`, '( 9999999999 ) '])(
    'are nothing else: %s',
    (text) => expect(raItem(Buffer.from(text))).toBeUndefined(),
  );
});

describe('the first message of a client', () => {
  const address = (url: string) =>
    subversionCommands.opening?.address(Buffer.from(`( 2 ( ) ${Buffer.byteLength(url)}:${url} ) `));

  it('names the repository, whatever stands before and behind it', () => {
    const path = 'acme/projects/web/repositories/subversion/team';
    for (const url of [
      `svn+ssh://svc@h:2222/${path}`,
      `svn+ssh://h/${path}/trunk/a%20b`,
      `svn+ssh://h/${path}/`,
    ])
      expect(address(url)).toMatchObject({ path, exchange: { headers: { 'x-hf-root': `/${path}` } } });
  });

  it.each(['svn://h/acme/projects/web/repositories/subversion/team', 'svn+ssh://h/a/b', 'x', ''])(
    'is refused where it names none: %s',
    (url) => expect(address(url)).toBeUndefined(),
  );
});
