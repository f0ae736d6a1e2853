import { VcsRefusal, type RefusalCode } from '@holdfast/vcs-spi';

/** What git's `update-ref` says in the C locale, and what it means. */
const meanings: [RegExp, RefusalCode][] = [
  [/reference already exists/, 'name_in_use'],
  [
    /exists; cannot create|there are still refs under|blocking reference|cannot process .* and .* at the same time/,
    'name_collides',
  ],
  [/trying to write (non-commit object|ref .* with nonexistent object)|not a valid SHA1/, 'not_a_commit'],
  [/unable to resolve reference|reference is missing but expected/, 'not_found'],
  [/is at [0-9a-f]{40,} but expected/, 'moved'],
  [/invalid ref format|File name too long|refusing to update ref with bad name/, 'name_invalid'],
];

/**
 * The refusal behind a complaint of git. One that is not known is `contended`: git has refused, and written
 * nothing. None at all is `unavailable`: nobody knows what git had done when it ended.
 */
export const refusalOf = (complaint: string): VcsRefusal => {
  const line = complaint.split('\n', 1)[0]?.replace(/^fatal: (prepare: |commit: )?/, '') ?? '';
  const code = meanings.find(([pattern]) => pattern.test(line))?.[1] ?? (line ? 'contended' : 'unavailable');
  return new VcsRefusal(code, line || 'git ended without an answer');
};
