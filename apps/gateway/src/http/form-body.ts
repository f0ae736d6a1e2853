import { Busboy } from '@fastify/busboy';
import { DomainError, within, type JsonObject } from '@holdfast/kernel';

/** Most bytes of a form: what forms are taken for are names, passwords and addresses. */
export const formLimit = 16 << 10;
/** Most fields. Of each part a stream is made, also of those that are skipped. */
const mostFields = 64;
/** The parser has all of the bytes: it never needs so long, unless it waits for something by mistake (ms). */
const patience = 5_000;

/** What stands before each part, whatever the boundary is, and between the fields of a form in one line. */
const beforePart = '\n--';
const betweenFields = '&';

const separatorOf = (contentType: string): string =>
  /^\s*multipart\//i.test(contentType) ? beforePart : betweenFields;

/**
 * The fields of a form that has come as a whole; files are left out. Whoever logs in sends one, so anybody may.
 * @throws DomainError `malformed`, `too_large` where it has more parts than a form of ours
 */
export const formOf = (contentType: string, bytes: Buffer): Promise<JsonObject> => {
  if (bytes.length > formLimit || partsOf(contentType, bytes) > mostFields)
    throw new DomainError('too_large');
  return within(patience, parsed(contentType, bytes), () => {
    throw new DomainError('malformed');
  });
};

/** Some of them where they are too many. Of parts, what stands behind the last one counts in place of the first. */
const partsOf = (contentType: string, bytes: Buffer): number => {
  const separator = separatorOf(contentType);
  const pieces = bytes.toString('latin1').split(separator, mostFields + 2).length;
  return separator === betweenFields ? pieces : pieces - 1;
};

const parsed = (contentType: string, bytes: Buffer): Promise<JsonObject> =>
  new Promise((resolve, reject) => {
    const fields: JsonObject = {};
    const malformed = (): void => reject(new DomainError('malformed'));
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        // The stream of a file fails where nobody can catch it when the body breaks off.
        limits: { fields: mostFields, fieldSize: formLimit, files: 0 },
      });
      parser.on('field', (name: string, value: string) => {
        Object.defineProperty(fields, name, { value, enumerable: true, configurable: true });
      });
      parser.on('error', malformed);
      parser.on('finish', () => resolve(fields));
      parser.end(bytes);
    } catch {
      malformed();
    }
  });
