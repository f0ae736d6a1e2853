import {
  absoluteDirectory,
  bytes,
  collectorAddress,
  flag,
  fraction,
  logLevel,
  matching,
  port,
  siteAddress,
  text,
  wholeNumber,
  words,
} from './setting-forms.js';
import { Settings, type SettingForm } from './settings.js';

const settings = new Settings({ NAME: 'holdfast', SECRET: 'abc', EMPTY: '' });

describe('settings', () => {
  it('are what the environment says, or what holds without it', () => {
    expect(settings.required('NAME', text)).toBe('holdfast');
    expect(settings.optional('NAME', text, 'other')).toBe('holdfast');
    expect(settings.optional('NONE', text, 'other')).toBe('other');
    expect(settings.optional('NONE', text)).toBeUndefined();
  });

  it('are unset where they are empty', () => {
    expect(settings.optional('EMPTY', port, 7)).toBe(7);
    expect(() => settings.required('EMPTY', port)).toThrow(
      'EMPTY is not set: it must be a whole number from 0 to 65535',
    );
  });

  it('name the variable that is wrong and what it wants, and never say its value', () => {
    const hex = matching(/^[0-9a-f]{64}$/, '64 lower-case hex digits');
    for (const read of [() => settings.required('SECRET', hex), () => settings.optional('SECRET', hex)])
      expect(read).toThrow(/^SECRET must be 64 lower-case hex digits$/);
  });
});

const notCollectors = ['a:4318', 'ftp://a', 'http://user@a', 'http://:word@a', 'http://a?b=c', 'http://a/#b'];

describe('the form of a setting', () => {
  const cases: [string, SettingForm<unknown>, Record<string, unknown>, string[]][] = [
    ['a flag', flag, { true: true, false: false }, ['1', 'yes', 'TRUE', 'constructor']],
    ['a number', wholeNumber(1, 20), { '1': 1, '20': 20, '007': 7 }, ['0', '21', '-1', '1.5', '1e1', ' 1']],
    ['a port', port, { '0': 0, '65535': 65_535 }, ['65536', 'ssh']],
    ['a number of bytes', bytes(), { '1000': 1000, '2K': 2048, '3G': 3 * 2 ** 30 }, ['0', 'much', 'K', '1k']],
    ['bytes with a least', bytes(1024), { '1024': 1024, '1K': 1024 }, ['1023']],
    ['a directory', absoluteDirectory, { '/data': '/data' }, ['data', './data']],
    ['an address', siteAddress, { 'http://a.b//': 'http://a.b', 'https://a': 'https://a' }, ['a.b', '/a']],
    ['a collector', collectorAddress, { 'http://a:4318': 'http://a:4318' }, notCollectors],
    [
      'a fraction',
      fraction,
      { '0': 0, '0.05': 0.05, '1': 1, '1.0': 1 },
      ['-0.1', '1.1', '.5', '1e-3', '2', '0.'],
    ],
    ['a log level', logLevel, { info: 'info', silent: 'silent' }, ['INFO', 'loud']],
    ['a list', words, { 'a, b\nc': ['a', 'b', 'c'], ' ': [] }, []],
  ];
  it.each(cases)('of %s is kept', (_, { read }, accepted, refused) => {
    for (const [given, value] of Object.entries(accepted)) expect(read(given)).toEqual(value);
    for (const given of refused) expect(read(given)).toBeUndefined();
  });
});
