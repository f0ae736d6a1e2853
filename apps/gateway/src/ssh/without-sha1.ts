import type { Connection } from 'ssh2';
import { insidesOf, type KeyExchangeOffer } from './library-insides.js';

const names = ({ array }: { array: string[] }): string[] => array;

const oneDirection = ({ cipher, mac, compress, lang }: KeyExchangeOffer['lists']['cs']) => ({
  cipher: names(cipher),
  mac: names(mac),
  compress: names(compress),
  lang: names(lang),
});

/** The library offers an RSA host key with SHA-1 too (`ssh-rsa`), whatever it is told: its offer without that. */
const safeOffer = (offer: KeyExchangeOffer): KeyExchangeOffer => {
  const { kex, serverHostKey, cs, sc } = offer.lists;
  return new offer.constructor({
    kex: names(kex),
    serverHostKey: names(serverHostKey).filter((name) => name !== 'ssh-rsa'),
    cs: oneDirection(cs),
    sc: oneDirection(sc),
  });
};

/** Takes SHA-1 from what connections offer. It must be called before a connection says its first word. */
export const withoutSha1 = (): ((client: Connection) => void) => {
  let safe: KeyExchangeOffer | undefined;
  return (client) => {
    const { _protocol: protocol } = insidesOf(client);
    protocol._offer = safe ??= safeOffer(protocol._offer);
  };
};
