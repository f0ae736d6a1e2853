import { DomainError, type AttributeErrors } from '@holdfast/kernel';

const words = (attribute: string, { minimum, maximum, ...kinds }: AttributeErrors): string[] => [
  ...(minimum === undefined ? [] : [`${attribute} is under the minimum of ${minimum}`]),
  ...(maximum === undefined ? [] : [`${attribute} is over the maximum of ${maximum}`]),
  ...Object.keys(kinds).map(
    (kind) => `${attribute} is ${kind === 'reserved' ? 'in use or reserved' : kind.replaceAll('_', ' ')}`,
  ),
];

/** What went wrong, for the operator. */
export const explain = (error: unknown): string => {
  if (!(error instanceof DomainError)) return error instanceof Error ? error.message : String(error);
  const { errors, reason } = error.detail;
  if (errors)
    return Object.entries(errors)
      .flatMap(([name, kinds]) => words(name, kinds))
      .join('; ');
  if (error.code === 'fault') return 'the service failed; its log says why';
  return reason ?? error.code.replaceAll('_', ' ');
};
