/** The most bytes (UTF-8, decoded) of a path below a repository, and of its parts between slashes. */
export const maximumPathBytes = 4096;
export const maximumComponentBytes = 255;

/**
 * A path below a repository, decoded once. `value` has no slash at either end; the root is ''. `directory`: the address
 * ended in a slash, so it can only mean a directory.
 */
export interface ArtifactPath {
  readonly value: string;
  readonly directory: boolean;
}

/** Why an address is not a path: one line of ASCII, which may stand in a status line. */
export interface PathRefusal {
  readonly refused: string;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const refusal = (refused: string): PathRefusal => ({ refused });

const hexValue = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
};

/** Decodes percent escapes into bytes. Each character of the raw address is one byte, as in a request target. */
const toBytes = (raw: string): Uint8Array | PathRefusal => {
  const bytes = new Uint8Array(raw.length);
  let length = 0;
  for (let index = 0; index < raw.length; index += 1) {
    const code = raw.charCodeAt(index);
    if (code > 255) return refusal('path is not UTF-8');
    if (code !== 37) {
      bytes[length++] = code;
      continue;
    }
    const high = hexValue(raw.charCodeAt(index + 1));
    const low = hexValue(raw.charCodeAt(index + 2));
    if (high < 0 || low < 0) return refusal('path has a malformed percent escape');
    const byte = high * 16 + low;
    if (byte === 47) return refusal('path has an encoded slash');
    bytes[length++] = byte;
    index += 2;
  }
  return bytes.subarray(0, length);
};

const isControl = (code: number): boolean => code < 32 || (code >= 127 && code < 160);

const refuseText = (text: string): string | undefined => {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isControl(code)) return 'path has a control character';
    if (code === 92) return 'path has a backslash';
  }
  for (const component of text.split('/')) {
    if (component === '') return 'path has an empty segment';
    if (component === '.' || component === '..') return `path has a ${component} segment`;
    if (component.length * 3 > maximumComponentBytes && Buffer.byteLength(component) > maximumComponentBytes)
      return `path has a component over ${maximumComponentBytes} bytes`;
  }
  return undefined;
};

/**
 * Reads the part of a raw address after the repository, without the query: '' or a text that begins with a slash.
 * Percent escapes are decoded once; `+` is a plus. It refuses control characters (C1 too), backslashes, encoded
 * slashes, segments that are empty, `.` or `..`, parts and paths that are too long, and what is not UTF-8. It never
 * throws.
 */
export const parseArtifactPath = (raw: string): ArtifactPath | PathRefusal => {
  if (raw === '' || raw === '/') return { value: '', directory: raw === '/' };
  if (raw.charCodeAt(0) !== 47) return refusal('path does not begin with a slash');
  const bytes = toBytes(raw.slice(1));
  if ('refused' in bytes) return bytes;
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return refusal('path is not UTF-8');
  }
  const directory = text.endsWith('/');
  const value = directory ? text.slice(0, -1) : text;
  if (bytes.length - (directory ? 1 : 0) > maximumPathBytes)
    return refusal(`path is over ${maximumPathBytes} bytes`);
  const refused = refuseText(value);
  return refused === undefined ? { value, directory } : refusal(refused);
};

/** The directory of a path; '' for the root. */
export const directoryOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

/** The last part of a path: the file name. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** All directories above a path, outermost first, without the root. */
export const ancestorsOf = (path: string): string[] => {
  const ancestors: string[] = [];
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
    ancestors.push(path.slice(0, slash));
  return ancestors;
};

/** A path in the form of an address: its parts are percent-encoded, the slashes between them are not. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
