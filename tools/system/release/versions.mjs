import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsed } from '../private-files.mjs';

/** @typedef {{ version?: string, packages?: Record<string, { version?: string }> }} Package */

/** @param {string} path @returns {Package} */
const packageAt = (path) => /** @type {Package} */ (parsed(readFileSync(path, 'utf8')));

/** The version that the checkout at `root` is of. @param {string} root */
export const versionOf = (root) => packageAt(join(root, 'package.json')).version ?? '';

/**
 * What says a version, and which: all packages, as they are and as they are locked, and the chart.
 * @param {string} root
 * @returns {[string, string | undefined][]}
 */
const versionsSaid = (root) => {
  const locked = packageAt(join(root, 'package-lock.json')).packages ?? {};
  const folders = Object.keys(locked).filter((path) => !path.includes('node_modules'));
  const chart = readFileSync(join(root, 'deploy/helm/holdfast/Chart.yaml'), 'utf8');
  const inChart = (/** @type {string} */ name) => new RegExp(`^${name}: (.+)$`, 'm').exec(chart)?.[1];
  return [
    ...folders.flatMap((folder) => {
      /** @type {[string, string | undefined][]} */
      const both = [
        [join(folder, 'package.json'), packageAt(join(root, folder, 'package.json')).version],
        [`package-lock.json (${folder || 'the root'})`, locked[folder]?.version],
      ];
      return both;
    }),
    ['Chart.yaml (version)', inChart('version')],
    ['Chart.yaml (appVersion)', inChart('appVersion')],
  ];
};

/**
 * What the changelog says of a version: its date and its text. Undefined: nothing.
 * @param {string} root
 * @param {string} version
 */
export const changesOf = (root, version) => {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const parts = text.split(/^## /m).slice(1);
  for (const part of parts) {
    const [, name, date] = /^(\S+) \((\d{4}-\d\d-\d\d)\)\n/.exec(part) ?? [];
    if (name === version) return { date, text: part.slice(part.indexOf('\n') + 1).trim() };
  }
  return undefined;
};

/** Why this checkout is no release; none: it is one. @param {string} root @returns {string[]} */
export const problemsOf = (root) => {
  const version = versionOf(root);
  const others = versionsSaid(root).filter(([, said]) => said !== version);
  return [
    ...(/^\d+\.\d+\.\d+(?:-[a-z0-9.]+)?$/.test(version) ? [] : [`package.json has no version: ${version}`]),
    ...others.map(([where, said]) => `${where} says ${said ?? 'no version'}, and not ${version}`),
    ...(changesOf(root, version)?.text ? [] : [`CHANGELOG.md has no changes of ## ${version} (date)`]),
  ];
};
