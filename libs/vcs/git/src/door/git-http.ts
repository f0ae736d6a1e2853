import { percentDecoded, type DoorRefusal, type RequestHead } from '@holdfast/kernel';
import type { AskedTransfer, VcsHttp } from '@holdfast/vcs-spi';
import { engineHeaders, engineRequests, isProtocolHeader } from '../transfer/git-protocol.js';
import { lfsPath, lfsRefusal } from '../lfs/lfs-protocol.js';
import { one, wrongMethod } from './head-problems.js';
import { askedOfLfs, lfsAddress } from './lfs-http.js';
import { repositoryIdOf } from './repository-id.js';

const form = /^(.+?)\/{1,2}(info\/refs|git-upload-pack|git-receive-pack)$/s;
const service = /(?:^|&)service=git-(upload-pack|receive-pack)(?:&|$)/;

/** What a fetch asks of the engine. */
const fetched = [engineRequests.advertisement, engineRequests.service];

const notServed: DoorRefusal = {
  status: 404,
  reason: 'not found: only the smart protocol of git and Git LFS are served',
};

/**
 * Git's smart protocol, Git LFS and nothing else (the dumb protocol's paths are among what is not served). A trailing
 * slash and a trailing `.git` of the repository are accepted; an encoded slash is not.
 */
export const gitHttp: VcsHttp = {
  writing: 'push to it',
  answerHeaders: [
    'accept-ranges',
    'content-range',
    'etag',
    'content-security-policy',
    'x-content-type-options',
  ],
  readOf: ({ method, path, headers }) => {
    const isFetch = fetched.some((each) => each.method === method && each.path === path);
    return isFetch && Object.keys(headers).every(isProtocolHeader) ? 'upload-pack' : undefined;
  },
  refusalBody: ({ reason }, { address, requestId }) =>
    `/${address.rest}`.includes(`/${lfsPath}/`) ? lfsRefusal(reason, requestId) : undefined,
  asked: (head, address) => {
    const { rest, query } = address;
    const [, raw, action] = form.exec(rest) ?? [];
    if (raw === undefined) {
      const lfs = lfsAddress(address);
      const id = lfs && idIn(lfs.raw);
      return (id === undefined ? undefined : askedOfLfs(head, id, lfs?.action ?? '', query)) ?? notServed;
    }
    const repository = idIn(raw);
    if (repository === undefined) return notServed;
    if (action !== 'info/refs') return rpc(head, repository, action.slice('git-'.length));
    const asked = service.exec(query)?.[1];
    return asked === undefined ? notServed : advertisement(head, repository, asked);
  },
};

/** The id in a part of an address. */
const idIn = (raw: string): string | undefined =>
  /%2f/i.test(raw) ? undefined : repositoryIdOf(percentDecoded(raw) ?? '');

/** The first request of a client: which references there are, or what the server can do. */
const advertisement = (head: RequestHead, repository: string, service: string): AskedTransfer => {
  const { method } = head;
  const exchange = { ...engineRequests.advertisement, headers: engineHeaders(head) };
  const refused = method === 'GET' || method === 'HEAD' ? undefined : wrongMethod('GET, HEAD');
  return { repository, service, exchange, refused };
};

const rpc = (head: RequestHead, repository: string, service: string): AskedTransfer => ({
  repository,
  service,
  exchange: { ...engineRequests.service, headers: engineHeaders(head) },
  refused: malformed(head, `application/x-git-${service}-request`),
});

const malformed = ({ method, headers }: RequestHead, wanted: string): DoorRefusal | undefined => {
  if (method !== 'POST') return wrongMethod('POST');
  const type = one(headers['content-type']).split(';')[0].trim().toLowerCase();
  if (type !== wanted) return { status: 415, reason: `the content type must be ${wanted}` };
  if (!/^(?:|identity|gzip|x-gzip)$/i.test(one(headers['content-encoding'])))
    return { status: 415, reason: 'the body may be sent plain or with gzip, nothing else' };
  return undefined;
};
