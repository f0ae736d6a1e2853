import { askedSettings, changedSettings } from './asked-settings.mjs';

describe('settings of an installation that runs', () => {
  const asked = askedSettings({ HOLDFAST_PORT: '81', HOLDFAST_SECRET: 'abc', HOME: '/root', NATS_URL: '' });

  it('are kept as digests', () => {
    expect(Object.keys(asked)).toEqual(['HOLDFAST_PORT', 'HOLDFAST_SECRET']);
    expect(JSON.stringify(asked)).not.toContain('abc');
  });

  it('are told where they are others now, set or no more', () => {
    const same = {
      HOLDFAST_PORT: '81',
      HOLDFAST_SECRET: 'abc',
      HOLDFAST_HOME: '/h',
      HOLDFAST_TEST_MOVES: '2',
    };
    expect(changedSettings(asked, same)).toEqual([]);
    expect(changedSettings(asked, { HOLDFAST_PORT: '82', DATABASE_URL: 'x' })).toEqual([
      'DATABASE_URL',
      'HOLDFAST_PORT',
      'HOLDFAST_SECRET',
    ]);
  });
});
