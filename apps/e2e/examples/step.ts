import type { Keys } from '../clients/api.js';

/** What the steps before have learnt. */
export interface Known {
  company: string;
  password: string;
  keys: Keys;
  values: Record<string, string>;
}

export interface Hands {
  /** Pushes commits to the branch main; answers the id of the last. */
  pushed: (project: string, repository: string) => Promise<string>;
  /** Makes a repository of artifacts with this file in it. */
  deployed: (project: string, repository: string, path: string) => Promise<void>;
  /** The token in the mail to the address. */
  mailed: (address: string) => Promise<string>;
}

export type Body = Record<string, unknown>;

/** One request of the examples, and what it teaches those after it. */
export interface Step {
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string | ((known: Known) => string);
  body?: Body | ((known: Known) => Body);
  /** Sent without keys. */
  nobody?: boolean;
  after?: (known: Known, answer: Record<string, unknown>, hands: Hands) => void | Promise<void>;
}

/** Remembers an attribute of the answer under a name. */
export const keep =
  (name: string, attribute = 'id') =>
  (known: Known, answer: Record<string, unknown>): void => {
    known.values[name] = String(answer[attribute]);
  };

/** Members of a project of one kind: added, shown, listed, changed and removed. */
export const memberSteps = (object: string, collection: string, id: string): Step[] => {
  const one = `${collection}/${id}`;
  return [
    { operation: `${object}.create`, method: 'POST', path: collection, body: { id, role: 'guest' } },
    { operation: `${object}.list`, method: 'GET', path: collection },
    { operation: `${object}.show`, method: 'GET', path: one },
    { operation: `${object}.update`, method: 'PUT', path: one, body: { role: 'developer' } },
    { operation: `${object}.delete`, method: 'DELETE', path: one },
  ];
};
