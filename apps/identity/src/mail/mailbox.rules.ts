import { domainToASCII } from 'node:url';

/** Dots of other scripts, which part a domain as well (RFC 3490). */
const dots = /[\u3002\uff0e\uff61]/g;

/** What a domain in letters consists of. Of all else only addresses of the web make something. */
const letters = /^[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * Where mail for an address goes, however the address is written: to count what one mailbox gets. Its domain may be in
 * letters or in the form of DNS (RFC 5891), with other dots, and with one at its end. What the mailer would send to
 * another place is another mailbox: else somebody could use up what is sent to that of somebody else.
 */
export const mailboxOf = (email: string): string => {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at).replaceAll(dots, '.').replace(/\.$/, '').toLowerCase();
  return email.slice(0, at).toLowerCase() + ((isInLetters(domain) && domainToASCII(domain)) || domain);
};

/** Whether both the mailer and the web write it alike in the form of DNS: letters of other widths they do not. */
const isInLetters = (domain: string): boolean =>
  /[^\0-\x7f]/.test(domain) && letters.test(domain) && domain.normalize('NFKC') === domain;
