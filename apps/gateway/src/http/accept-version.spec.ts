import { acceptsVersionOne } from './accept-version.js';

describe('the version in Accept', () => {
  it.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'application/vnd.svc.v1',
    'application/vnd.svc.v1+json',
    'Application/VND.svc.v1; charset=utf-8',
    'text/html, application/vnd.svc.v1;q=0.3',
    'application/vnd.oldvendor.v1',
    'text/html',
    'text/html,application/xhtml+xml',
    'application/vnd.svc.v2, application/json',
    'image/png, */*;q=0.1',
    'application/vnd.svc.v1+xml',
    'application/vnd.ms-excel',
    'application/vnd.acme.video',
    'application/vnd.v2',
    'application/vnd.acme.vnext',
    'application/vnd.svc+json',
    'application/vnd.svc.any',
    'application/vnd.svc.vnext, */*;q=0.1',
  ])('is one for %s', (accept) => expect(acceptsVersionOne(accept, 'SVC')).toBe(true));

  it.each([
    'application/vnd.svc.v2',
    'application/vnd.svc.v0+json',
    'application/vnd.svc.v11',
    'text/html, application/vnd.svc.v2',
    'application/vnd.svc.v2+xml',
    'application/vnd.svc.v2beta',
    'application/vnd.svc.v1.1',
    'application/vnd.svc.v1-rc.1+json; q=0.5',
    'application/vnd.svc.vnext',
    'application/vnd.svc.v',
    'application/vnd.svc.v+json',
  ])('is another for %s', (accept) => expect(acceptsVersionOne(accept, 'SVC')).toBe(false));

  // 15,500 commas, of somebody without an account, took the event loop 2 ms, before anybody asked who it is.
  it('is looked for in the first of very many types', () => {
    const many = ','.repeat(15_500);
    expect(acceptsVersionOne(`application/vnd.svc.v2${many}*/*`, 'svc')).toBe(false);
    const at = performance.now();
    for (let turn = 0; turn < 1_000; turn += 1) acceptsVersionOne(many, 'svc');
    expect(performance.now() - at).toBeLessThan(1_000);
  });

  it('is found at once, however many there seem to be', () => {
    const at = performance.now();
    for (const many of ['.v1', '.1', '+a', 'v1-', '.v1.1'])
      acceptsVersionOne(`application/vnd.svc.v1${many.repeat(6_000)}(`, 'svc');
    expect(performance.now() - at).toBeLessThan(200);
  });
});
