import { brokerPlaceOf, brokerTlsOf, brokerUrls } from './broker-place.js';

describe('the addresses of brokers', () => {
  it.each(['nats://a', 'nats://a:4222,nats://b:4222', 'tls://a:4222, tls://b', 'nats://u:p@[::1]:1'])(
    'may be %s',
    (given) => expect(brokerUrls.read(given)).toBe(given),
  );

  it.each(['a:4222', 'http://a', 'nats://a,tls://b', ',', 'nats://', 'nats://a:4222,b:4222'])(
    'are not %s',
    (given) => expect(brokerUrls.read(given)).toBeUndefined(),
  );

  it('say where and who', () => {
    expect(brokerPlaceOf('tls://u%40x:p@a:1,tls://b')).toEqual({
      ...{ servers: ['a:1', 'b'], tls: true },
      ...{ user: 'u@x', password: 'p' },
    });
    expect(brokerPlaceOf('nats://a')).toEqual({ servers: ['a'], tls: false, user: '', password: '' });
  });

  it('come with files that are there, and with a key for a certificate', () => {
    expect(brokerTlsOf({})).toBeUndefined();
    expect(brokerTlsOf({ ca: import.meta.filename })).toEqual({ ca: import.meta.filename });
    expect(() => brokerTlsOf({ ca: '/not/there' })).toThrow('/not/there');
    expect(() => brokerTlsOf({ key: import.meta.filename })).toThrow('HOLDFAST_NATS_TLS_CERT and');
  });
});
