import { createTransport } from 'nodemailer';
import { transportUrl } from './transport-url.rules.js';

describe('the way to the mail server', () => {
  const read = (url: string): object => createTransport(transportUrl(url)).options;

  it.each([
    'smtp://mail.example.org',
    'smtp://ada:p%40ss@mail.example.org:587',
    'smtp://10.1.2.3:25',
    'smtp://127.example.org',
    'smtp://mail.example.org/?pool=true',
    'smtp://localhost.example.org',
  ])('needs TLS for %s', (url) =>
    expect(read(url)).toMatchObject({ requireTLS: true, socketTimeout: 20_000 }),
  );

  it.each([
    'smtp://localhost:1025',
    'smtp://127.0.0.1',
    'smtp://[::1]:25',
    'smtps://mail.example.org',
    'smtp://mail.example.org?ignoreTLS=true',
  ])('does not for %s', (url) => expect(read(url)).not.toHaveProperty('requireTLS'));

  // The mails of whoever had the mail server of his Linux as it comes, with a certificate of its own, were lost.
  it.each(['smtp://localhost', 'smtp://127.0.0.1:25', 'smtps://[::1]'])(
    'takes any certificate of the machine itself: %s (regression)',
    (url) => expect(read(url)).toMatchObject({ tls: { rejectUnauthorized: false } }),
  );

  it('takes no other one, and none where the operator says so', () => {
    expect(read('smtp://mail.example.org')).not.toHaveProperty('tls');
    const strict = { tls: { rejectUnauthorized: true } };
    expect(read('smtp://localhost?tls.rejectUnauthorized=true')).toMatchObject(strict);
  });

  it('is as the operator says', () => {
    expect(read('smtp://mail.example.org?requireTLS=false')).toMatchObject({ requireTLS: false });
    expect(read('smtp://localhost?requireTLS=true&socketTimeout=5')).toMatchObject({
      requireTLS: true,
      socketTimeout: 5,
      connectionTimeout: 10_000,
    });
    expect(read('smtp://ada:p%40ss@mail.example.org:587')).toMatchObject({
      host: 'mail.example.org',
      port: 587,
      auth: { user: 'ada', pass: 'p@ss' },
    });
  });
});
