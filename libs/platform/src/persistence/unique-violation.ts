import { DomainError } from '@holdfast/kernel';

/** The name of the violated unique constraint or index, undefined for any other error. */
export const uniqueViolation = (error: unknown): string | undefined => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' ? (constraint ?? '') : undefined;
};

/**
 * Does a write. `attributes`: one for each unique index. If the write violates an index, its attribute is `reserved`.
 * @throws DomainError `invalid`
 */
export const reserving = async <T>(
  attributes: Readonly<Record<string, string>>,
  write: () => Promise<T>,
): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const constraint = uniqueViolation(error);
    const attribute = constraint === undefined ? undefined : attributes[constraint];
    if (attribute === undefined) throw error;
    throw DomainError.invalid({ [attribute]: { reserved: true } });
  }
};
