import { authorities } from './authorities.js';

describe('the authorities that the byte process trusts', () => {
  it('are those of whom the service was told', () => {
    expect(authorities('/own.pem', () => true)).toEqual({
      NODE_EXTRA_CA_CERTS: '/own.pem',
    });
  });

  it('are else those of the system, where it has them', () => {
    const red = '/etc/pki/tls/certs/ca-bundle.crt';
    expect(authorities(undefined, (path) => path === red)).toEqual({ NODE_EXTRA_CA_CERTS: red });
    expect(authorities(undefined, () => false)).toEqual({});
  });
});
