import { domainToASCII } from 'node:url';

/**
 * Where mail for an address goes, however the address is written: to count what one mailbox gets. Its domain may be in
 * letters or in the form of DNS (RFC 5891), with other dots (U+3002, U+FF0E, U+FF61), and with one at its end.
 */
export const mailboxOf = (email: string): string => {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  const written = domainToASCII(domain) || domain;
  return (email.slice(0, at) + written.replace(/\.$/, '')).toLowerCase();
};
