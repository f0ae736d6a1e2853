export interface BasicCredentials {
  login: string;
  password: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Login and password of an `Authorization: Basic` header (RFC 7617): UTF-8, else Latin-1. Undefined when it is none.
 */
export const basicCredentials = (header: string | undefined): BasicCredentials | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(header ?? '')?.[1];
  if (!encoded || encoded.length > 2_000) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const text = decode(bytes);
  const colon = text.indexOf(':');
  if (colon < 1 || text.includes('\0')) return undefined;
  return { login: text.slice(0, colon), password: text.slice(colon + 1) };
};

const decode = (bytes: Buffer): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
};
