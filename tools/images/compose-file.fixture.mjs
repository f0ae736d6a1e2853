import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../system/paths.mjs';

export const compose = readFileSync(join(checkout, 'deploy/compose.yaml'), 'utf8');
const [beginning = '', rest = ''] = compose.split(/^services:\n/m);
/** What stands before the containers: what they have in common. */
export const head = beginning;
/** What is said of each container, by its name. */
export const containers = new Map(
  [
    ...(rest.split(/^(?:secrets|volumes):\n/m)[0] ?? '').matchAll(
      /^ {2}([a-z]+):\n([^]*?)(?=^ {2}[a-z]+:\n|$(?![^]))/gm,
    ),
  ].map(([, name, text]) => [name, text]),
);

/** Settings in the lines of a mapping. @param {string} lines @param {number} indent @returns {[string, string][]} */
const settingsIn = (lines, indent) =>
  [...lines.matchAll(new RegExp(`^ {${indent}}([A-Z][A-Z_]+): (.*)$`, 'gm'))].map(([, name, value]) => [
    name,
    value.replace(/^'(.*)'$/, '$1'),
  ]);

/**
 * The environment of a container, as it is written, with what it has in common with others.
 * @param {string} name
 * @returns {Record<string, string>}
 */
export const environmentOf = (name) => {
  const [, said = ''] =
    /^ {4}environment:([^]*?)(?=^ {4}[a-z]|$(?![^]))/m.exec(containers.get(name) ?? '') ?? [];
  const common = [...said.matchAll(/\*([a-z]+)/g)].map(
    ([, anchor]) => head.split(`&${anchor}\n`)[1]?.split(/^x-/m)[0] ?? '',
  );
  return Object.fromEntries([...settingsIn(common.join(''), 2), ...settingsIn(said, 6)]);
};
