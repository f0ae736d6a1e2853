import {
  compareBytes,
  DomainError,
  highestRole,
  isWellFormed,
  parseTimestamp,
  Problems,
  timestamp,
  uuidv7,
  type WireError,
} from './index.js';

describe('the order of bytes', () => {
  it('equals that of UTF-8', () => {
    const texts = ['a', 'B', '_', 'é', '日本', '🌲', '\uffee', 'ab', '', 'a/b', 'a-b', 'Z'];
    const byBytes = [...texts].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    expect([...texts].sort(compareBytes)).toEqual(byBytes);
  });
});

describe('timestamps', () => {
  it('carry no milliseconds', () => {
    expect(timestamp(new Date(1577836800999))).toBe('2020-01-01T00:00:00Z');
  });

  it('are those of the language for any second of any day', () => {
    const seconds = [
      0, 59, 3_599, 3_600, 86_399, 86_400, 951_782_400, 1_582_934_399, 2_147_483_648, -1, -86_401,
    ];
    for (const second of seconds) {
      const at = new Date(second * 1000);
      expect(timestamp(at)).toBe(at.toISOString().replace('.000', ''));
    }
    expect(() => timestamp(new Date(NaN))).toThrow(RangeError);
  });

  it.each([
    ['2020-01-02T12:00:00Z', 1577966400000],
    ['2020-01-02T14:00:00+02:00', 1577966400000],
    ['2020-01-02T12:00:00.250Z', 1577966400250],
    ['2020-01-02', 1577923200000],
    ['2020-02-29T00:00Z', 1582934400000],
    ['2020-01-02T12:00:00', 1577966400000],
    ['2020-01-02T12:00', 1577966400000],
    ['2020-01-02T12', 1577966400000],
    ['20200102T120000Z', 1577966400000],
    ['20200102T140000.0+0200', 1577966400000],
    ['20200102T1200', 1577966400000],
    ['20200102', 1577923200000],
    ['2020-01-01T24:00:00Z', 1577923200000],
    ['2016-12-31T23:59:60Z', 1483228800000],
    ['2020-W01-4', 1577923200000],
    ['2020-W01-4T12:00:00Z', 1577966400000],
    ['2020W014T120000Z', 1577966400000],
    ['2020-W01-1', Date.UTC(2019, 11, 30)],
    ['2020-W53-7', Date.UTC(2021, 0, 3)],
    ['2021-W01-1', Date.UTC(2021, 0, 4)],
    ['2026-w05-1', Date.UTC(2026, 0, 26)],
    ['0001-W01-1', Date.parse('0001-01-01')],
    ['2020-002', 1577923200000],
    ['2020002T12', 1577966400000],
    ['2020-366', Date.UTC(2020, 11, 31)],
  ])('%s is read', (text, wanted) => expect(parseTimestamp(text)).toBe(wanted));

  it.each([
    'yesterday',
    '2020-13-45',
    '2019-02-29T00:00:00Z',
    '0000-00-00T00:00:00Z',
    '9'.repeat(30),
    '2020-01-01T25:00:00Z',
    '2020-01-01T24:00:01Z',
    '2020-01-01T24:01Z',
    '2020-01-01T23:59:61Z',
    '2020-01-01T',
    '2020-0102',
    '202001-02',
    '2020-01-01T12:0000Z',
    '2020-01-02Z',
    '1577966400',
    '2021-W53-1',
    '2020-W54-1',
    '2020-W00-1',
    '2020-W01-0',
    '2020-W01-8',
    '2020-W014',
    '2020W01-4',
    '2020-W01',
    '2020-000',
    '2019-366',
    '2020-367',
    '0000-001',
    '0000-W01-1',
    '2020-01',
    '2020',
    '',
  ])('%s is none', (text) => expect(parseTimestamp(text)).toBeUndefined());
});

describe('uuids', () => {
  it('are of version 7, unique, and sort by time', () => {
    const made = Array.from({ length: 2000 }, (_, index) => uuidv7(1_700_000_000_000 + index));
    expect(new Set(made).size).toBe(2000);
    expect([...made].sort()).toEqual(made);
    for (const uuid of made)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('problems', () => {
  it('keep every kind of an attribute and both sides of a conflict', () => {
    const problems = new Problems().add('id', { invalid: true }).add('id', { maximum: 2 }).conflict('a', 'b');
    expect(problems.errors).toEqual({
      id: { invalid: true, maximum: 2 },
      a: { conflicts: ['b'] },
      b: { conflicts: ['a'] },
    });
  });

  it('name an attribute __proto__ like any other', () => {
    const problems = new Problems().add('__proto__', { invalid: true });
    expect(Object.keys(problems.errors)).toEqual(['__proto__']);
    expect(() => problems.throwIfAny()).toThrow(DomainError);
  });
});

describe('errors', () => {
  it('cross a process as codes', () => {
    const error = DomainError.fromWire(DomainError.invalid({ id: { reserved: true } }).toWire());
    expect([error.code, error.status, error.detail.errors]).toEqual([
      'invalid',
      422,
      { id: { reserved: true } },
    ]);
  });

  it.each(['unheard_of', 'toString', '__proto__', 'constructor'])(
    'that nobody knows, as %s, are faults',
    (code) => {
      const { status } = DomainError.fromWire({ code } as unknown as WireError);
      expect(status).toBe(500);
    },
  );
});

describe('texts', () => {
  it('with NUL or an unpaired surrogate are not well formed, however deep', () => {
    expect([{ a: ['x\0'] }, { 'a\0': 1 }, '\ud800', { a: { b: ['\udfff'] } }].map(isWellFormed)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(isWellFormed({ a: ['🌲', 1, null, { b: true }] })).toBe(true);
  });
});

describe('roles', () => {
  it('are shown by the highest', () => {
    expect(highestRole(['guest', 'master', 'developer'])).toBe('master');
    expect(highestRole([])).toBeUndefined();
  });
});
