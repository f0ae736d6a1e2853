import { DomainError, type AttributeErrors } from '@holdfast/kernel';

const words = (attribute: string, { minimum, maximum, ...kinds }: AttributeErrors): string[] => [
  ...(minimum === undefined ? [] : [`${attribute} is under the minimum of ${minimum}`]),
  ...(maximum === undefined ? [] : [`${attribute} is over the maximum of ${maximum}`]),
  ...Object.keys(kinds).map(
    (kind) => `${attribute} is ${kind === 'reserved' ? 'in use or reserved' : kind.replaceAll('_', ' ')}`,
  ),
];

/** One line for the operator. */
export const explain = (error: Error): string => {
  if (!(error instanceof DomainError)) return error.message;
  const { errors, reason } = error.detail;
  if (errors)
    return Object.entries(errors)
      .flatMap(([name, kinds]) => words(name, kinds))
      .join('; ');
  if (error.code === 'not_found') return reason ?? 'there is no such thing';
  return reason ?? error.code.replaceAll('_', ' ');
};
