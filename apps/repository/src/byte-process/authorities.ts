import { existsSync } from 'node:fs';

/** Where systems have the authorities that they trust: Debian, Red Hat, SUSE. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
];

/**
 * The variable of Node that names a file of authorities besides its own: those of whom the service was `told`, or else
 * those of the system. So large files come from where git, which asks the system alone, gets the rest.
 */
export const authorities = (
  told?: string,
  isThere: (path: string) => boolean = existsSync,
): Record<string, string> => {
  const file = told ?? bundles.find(isThere);
  return file === undefined ? {} : { NODE_EXTRA_CA_CERTS: file };
};
