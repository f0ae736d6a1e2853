import type { StagedBody } from '@holdfast/contracts';
import { collect } from './upload-call.js';

/** Far above what a description has (bytes). */
const most = 4096;

const hexOf = (length: number, text: unknown): boolean =>
  typeof text === 'string' && text.length === length && /^[0-9a-f]*$/.test(text);

/** Reads what the gateway says of a body that it has staged. @throws when it is not in the form of the contract. */
export const stagedBody = async (body: AsyncIterable<Uint8Array>): Promise<StagedBody> => {
  const { name, size, digests } = JSON.parse((await collect(body, most)).toString()) as StagedBody;
  const { md5, sha1, sha256, sha512 } = digests;
  if (
    typeof name !== 'string' ||
    !Number.isSafeInteger(size) ||
    !hexOf(32, md5) ||
    !hexOf(40, sha1) ||
    !hexOf(64, sha256) ||
    !hexOf(128, sha512)
  )
    throw new Error('no description of a staged body');
  return { name, size, digests: { md5, sha1, sha256, sha512 } };
};
