import type { IncomingMessage } from 'node:http';
import { DomainError } from '@holdfast/kernel';
import { CrossOrigin } from './cross-origin.js';

describe('requests of pages', () => {
  const passes = (
    site: string,
    headers: { origin?: string; host?: string },
    listed: string[] = [],
  ): boolean => {
    try {
      new CrossOrigin(listed, site).check({ headers } as IncomingMessage);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'forbidden') return false;
      throw error;
    }
  };
  const secure = 'https://code.example.org';

  it.each([
    ['no page', {}],
    ['one of the site', { origin: secure, host: 'code.example.org' }],
    ['one of the site at another name', { origin: 'https://Code.internal:81', host: 'code.internal:81' }],
    ['one without TLS at another name', { origin: 'http://10.0.0.1', host: '10.0.0.1' }],
  ])('pass: %s', (_, headers) => {
    expect(passes(secure, headers)).toBe(true);
  });

  it('pass: those of origins that are listed', () => {
    const from = { origin: 'https://build.example.org', host: 'code.example.org' };
    expect([passes(secure, from), passes(secure, from, ['https://BUILD.example.org'])]).toEqual([
      false,
      true,
    ]);
  });

  it('pass: one that came by TLS where the installation knows of none', () => {
    const from = { origin: secure, host: 'code.example.org' };
    expect(passes('http://code.example.org', from)).toBe(true);
  });

  // Who stands in between can write such a page.
  it.each([
    ['one of the same host without TLS', 'http://code.example.org'],
    ['one without an address', 'null'],
    ['another word', 'code.example.org'],
  ])('are refused: %s', (_, origin) => {
    expect(passes(secure, { origin, host: 'code.example.org' })).toBe(false);
  });
});
