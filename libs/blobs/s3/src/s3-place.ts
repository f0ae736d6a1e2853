import { isServerAddress } from '@holdfast/kernel';

/** Where the objects of a store lie. */
export interface S3Place {
  readonly bucket: string;
  /** What all keys begin with: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly region: string | undefined;
  /** The server, where it is not that of AWS. */
  readonly endpoint: string | undefined;
  /** The same server as clients reach it, where that is another address. */
  readonly clientEndpoint?: string;
  /** The profile of AWS's files by which we are somebody there, where it is not that of the environment. */
  readonly profile?: string;
  /** Who we are there. Absent: what the environment says in the ways of AWS (variables, profiles, web identity …). */
  readonly credentials?: () => Promise<S3Credentials>;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const form = 's3://bucket[/prefix][?endpoint=https://…&region=…&profile=…]';
const known = ['endpoint', 'region', 'profile'];

/**
 * Reads `s3://bucket/prefix?endpoint=https://host&region=name&profile=name`. Credentials are not part of it.
 * @throws Error that says what is wrong with the address
 */
export const s3Place = (address: string): S3Place => {
  const refuse = (why: string): never => {
    throw new Error(`${why}; expected ${form}`);
  };
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-][\w.-]*)*)\/?(?:\?(.*))?$/.exec(
    address,
  );
  if (!found) return refuse('this is no address of a bucket');
  const [, bucket, path, query = ''] = found;
  const asked = new URLSearchParams(query);
  const strange = [...asked.keys()].find((name) => !known.includes(name));
  if (strange !== undefined) return refuse(`${strange} means nothing here`);
  const endpoint = asked.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isServerAddress(endpoint)) return refuse('the endpoint is no server');
  const profile = asked.get('profile') ?? undefined;
  if (profile !== undefined && !/^[\w.-]+$/.test(profile)) return refuse('the profile has no name');
  const prefix = path === '' ? '' : `${path.slice(1)}/`;
  const region = asked.get('region') ?? undefined;
  return { bucket, prefix, endpoint, region, ...(profile !== undefined && { profile }) };
};
