import { domainToASCII, domainToUnicode } from 'node:url';

/** Dots of other scripts, which part a domain as well (RFC 3490). */
const dots = /[\u3002\uff0e\uff61]/g;

/**
 * Where mail for an address goes, however the address is written: to count what one mailbox gets. Its domain may be in
 * letters or in the form of DNS (RFC 5891), with other dots, and with one at its end. Two addresses are one mailbox
 * only if the mailer sends to the same place for both: else somebody with the one could use up the mails of the other.
 */
export const mailboxOf = (email: string): string => {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at).replaceAll(dots, '.').replace(/\.$/, '').toLowerCase();
  return email.slice(0, at).toLowerCase() + domain.split('.').map(written).join('.');
};

/** A part of a domain in the form of DNS, where that says the same letters again. */
const written = (label: string): string => {
  const ofDns = domainToASCII(label);
  return domainToUnicode(ofDns) === label ? ofDns : label;
};
