const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;

/** Milliseconds for a connection, and for the next word of the server. */
const patience = { connectionTimeout: 10_000, socketTimeout: 20_000 };

/**
 * The address of the mail server with what holds where it does not say otherwise, as the library reads it: from the
 * query alone. A server elsewhere gets no password and no mail before TLS has begun, which who stands in between could
 * keep it from offering; `requireTLS=false` and `ignoreTLS=true` are the operator's word that it may. Nobody stands in
 * between to one on this machine: its certificate, often one that it made for itself, is not looked at.
 */
export const transportUrl = (given: string): string => {
  const { hostname, protocol, searchParams } = new URL(given);
  const isHere = loopback.test(hostname);
  const isOpen = protocol === 'smtps:' || isHere || searchParams.has('ignoreTLS');
  const safety = { ...(!isOpen && { requireTLS: true }), ...(isHere && { 'tls.rejectUnauthorized': false }) };
  const wanted = Object.entries({ ...patience, ...safety })
    .filter(([name]) => !searchParams.has(name))
    .map(([name, value]) => `${name}=${value}`);
  return [given, ...wanted].reduce((url, part) => `${url}${url.includes('?') ? '&' : '?'}${part}`);
};
