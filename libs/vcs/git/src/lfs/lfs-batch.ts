import { isJsonObject } from '@holdfast/kernel';
import { isLfsOperation, objectId, type LfsOperation } from './lfs-protocol.js';
import { LfsProblem } from './lfs-problem.js';

/** The objects of one request; clients ask for a hundred. */
const mostObjects = 1_000;

export interface AskedObject {
  oid: string;
  size: number;
}

/** What a client wants to do with objects. */
export interface Batch {
  operation: LfsOperation;
  objects: (AskedObject | { malformed: unknown })[];
}

/** @throws LfsProblem */
export const batchOf = (body: unknown): Batch => {
  if (!isJsonObject(body)) throw new LfsProblem(422, 'the body must be an object');
  const { operation, objects, transfers, hash_algo: hash } = body;
  if (!isLfsOperation(operation)) throw new LfsProblem(422, 'operation must be download or upload');
  if (hash !== undefined && hash !== 'sha256')
    throw new LfsProblem(409, 'objects are named by their sha256, nothing else');
  if (transfers !== undefined && !(Array.isArray(transfers) && transfers.includes('basic')))
    throw new LfsProblem(422, 'only the transfer basic is served');
  if (!Array.isArray(objects)) throw new LfsProblem(422, 'objects must be an array');
  if (objects.length > mostObjects) throw new LfsProblem(413, `at most ${mostObjects} objects at a time`);
  return { operation, objects: objects.map((each) => askedObject(each) ?? { malformed: each }) };
};

/** An object as clients name one; undefined: it is none. */
export const askedObject = (value: unknown): AskedObject | undefined => {
  if (!isJsonObject(value)) return undefined;
  const { oid, size } = value;
  if (typeof oid !== 'string' || !objectId.test(oid)) return undefined;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0 || size > mostBytes)
    return undefined;
  return { oid, size };
};

/** A size that an address can name. */
const mostBytes = 10 ** 15 - 1;

/** What there is to be done with one object. */
export interface Action {
  href: string;
  header?: Record<string, string>;
}

export interface BatchFacts {
  /** The address below which LFS is spoken. */
  address: string;
  /** Headers that each of the requests needs. */
  header?: Record<string, string>;
  /** The most bytes that an object may have. */
  most: number;
  /** The size of an object that the repository has. */
  sizeOf: (oid: string) => Promise<number | undefined>;
}

/** What is answered of one object. */
export const batchLine = async (
  operation: LfsOperation,
  asked: Batch['objects'][number],
  facts: BatchFacts,
): Promise<object> => {
  if ('malformed' in asked)
    return { ...named(asked.malformed), ...problem(422, 'not the name of an object') };
  const { oid, size } = asked;
  const present = await facts.sizeOf(oid);
  if (present !== undefined && present !== size)
    return { ...asked, ...problem(422, `the object has ${present} bytes`) };
  if (operation === 'download')
    return present === undefined
      ? { ...asked, ...problem(404, 'the repository has no such object') }
      : { ...asked, actions: { download: action(facts, `objects/${oid}`) } };
  if (present !== undefined) return asked;
  if (size > facts.most) return { ...asked, ...problem(413, `an object may have ${facts.most} bytes`) };
  return {
    ...asked,
    actions: { upload: action(facts, `objects/${oid}/${size}`), verify: action(facts, 'verify') },
  };
};

const action = ({ address, header }: BatchFacts, path: string): Action => ({
  href: `${address}/${path}`,
  ...(header ? { header } : {}),
});

const problem = (code: number, message: string) => ({ error: { code, message } });

/** What the client called it, as far as that can be said again. */
const named = (value: unknown): object => {
  if (!isJsonObject(value)) return {};
  const { oid, size } = value;
  return {
    ...(typeof oid === 'string' ? { oid: oid.slice(0, 64) } : {}),
    ...(typeof size === 'number' ? { size } : {}),
  };
};
