import { s3Place } from './s3-place.js';

describe('the address of a bucket', () => {
  it('names bucket, prefix, server and region', () => {
    expect(s3Place('s3://jars')).toEqual({
      bucket: 'jars',
      prefix: '',
      endpoint: undefined,
      region: undefined,
    });
    expect(s3Place('s3://jars.of-us/a/b_c/?region=eu-1&endpoint=https://s3.example:9000')).toEqual({
      bucket: 'jars.of-us',
      prefix: 'a/b_c/',
      endpoint: 'https://s3.example:9000',
      region: 'eu-1',
    });
    expect(s3Place('s3://jars?profile=former.one')).toMatchObject({ bucket: 'jars', profile: 'former.one' });
  });

  it.each([
    '',
    'http://jars',
    's3://',
    's3://J',
    's3://jars//a',
    's3://jars/a b',
    's3://jars/../a?b',
    's3://jars?key=1',
    's3://jars?endpoint=ftp://a',
    's3://jars?endpoint=https://user:word@a',
    's3://jars?endpoint=https://a/b',
    's3://jars?profile=',
    's3://jars?profile=a b',
  ])('is refused where it is none: %s', (address) => {
    expect(() => s3Place(address)).toThrow('s3://bucket');
  });
});
