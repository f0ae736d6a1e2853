import { jsonOf } from './request-body.js';

const said = (text: string): unknown => jsonOf(Buffer.from(text));

// Each went on as null, which asks for the default: a branch was unprotected by it, a limit taken away.
describe('a number that is too large for ours', () => {
  it.each(['1e400', '-1e400', '1E+0309', `${'9'.repeat(210)}e99`, '9'.repeat(309)])(
    'is a text that nobody takes: %s',
    (number) =>
      expect(said(`{"a":${number},"b":{"c":[1,[${number}]]},"__proto__":${number}}`)).toEqual(
        JSON.parse('{"a":"\\u0000","b":{"c":[1,["\\u0000"]]},"__proto__":"\\u0000"}'),
      ),
  );

  it('is no object of a list either, and no body', () => {
    expect(said('[1e400,{"id":1e400}]')).toEqual(['\0', { id: '\0' }]);
    expect(() => said('1e400')).toThrow('malformed');
  });

  it('leaves all others as they are', () => {
    const text = '{"a":[1e308,-0.5,1e-400,null,true,"1e400",{}],"1e400":[]}';
    expect(said(text)).toEqual(JSON.parse(text));
  });
});
