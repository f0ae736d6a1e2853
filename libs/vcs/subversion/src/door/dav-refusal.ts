import type { DoorRefusal, RefusalBody } from '@holdfast/kernel';

/** With which number clients show a reason, by the status; Subversion's own (svn_error_codes.h). */
const codes: Readonly<Record<number, number>> = { 403: 220004, 404: 175007 };
const requestFailed = 175002;

/** A refusal as the stock clients show it: they look for its reason in an XML body only. */
export const davRefusal = ({ status, reason }: Pick<DoorRefusal, 'status' | 'reason'>): RefusalBody => ({
  type: 'text/xml; charset="utf-8"',
  text: [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<D:error xmlns:D="DAV:" xmlns:m="http://apache.org/dav/xmlns" xmlns:C="svn:">',
    '<C:error/>',
    `<m:human-readable errcode="${codes[status] ?? requestFailed}">${escaped(reason)}</m:human-readable>`,
    '</D:error>\n',
  ].join('\n'),
});

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\p{Cc}/gu, ' ');
