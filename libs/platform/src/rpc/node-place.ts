import { nodeNames } from '@holdfast/contracts';

/** A service on one storage node: one process serves it. */
export const nodePlace = (service: string, node: string): string => `${service} ${node}`;

/** Where alone a call is answered, if its subject ends in the name of a node: `<service>.<object>.<verb>.v1.<node>`. */
export const placeOf = (subject: string): string | undefined => {
  const [service, , , , node] = subject.split('.', 5);
  return node === undefined ? undefined : nodePlace(service, node);
};

/** The same call to another node; undefined: it goes to no node, or that is no name of one. */
export const atNode = (subject: string, node: string): string | undefined => {
  const words = subject.split('.');
  return words.length === 5 && nodeNames.test(node) ? [...words.slice(0, 4), node].join('.') : undefined;
};
