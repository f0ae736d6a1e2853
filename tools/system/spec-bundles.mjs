import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLater } from './later-specs.mjs';
import { checkout } from './paths.mjs';

/**
 * A file of its own: it replaces modules, has a patience or hooks outside of `describe`, which others would share, or
 * does not put back the time or the methods that it replaces.
 * @param {string} text
 */
const isOwn = (text) =>
  /\bimport\.meta\.jest\b|\bjest\.setTimeout\b|^(before|after)(Each|All)\(/m.test(text) ||
  /^const \w+ = [A-Z]\w*\.(ofSuite|start)\(/m.test(text) ||
  (/\buseFakeTimers\b/.test(text) && !/\buseRealTimers\b/.test(text)) ||
  (/\bspyOn\b/.test(text) && !/\b(restoreAllMocks|mockRestore)\b/.test(text));

/** What a file takes in modules that are loaded already, and how much one bundle holds (s). */
const secondsOf = (/** @type {string} */ path) => (/\.int\.spec\.m?[jt]s$/.test(path) ? 2 : 0.3);
const full = 25;

/** Projects whose programs take so many times as long: what these share in a bundle costs more than to wait for it. */
const slow = /^(libs\/vcs\/(mercurial|subversion)|libs\/blobs\/s3|apps\/backup)$/;
const slower = 3;

/** The project that a spec of every day belongs to, and its path in the checkout. */
const specs = () =>
  ['apps', 'libs', 'tools'].flatMap((top) =>
    readdirSync(join(checkout, top), { recursive: true, encoding: 'utf8' })
      .map((file) => `${top}/${file}`)
      .filter((file) =>
        /^(?!.*\/(node_modules|dist)\/)(.*\/src\/.*\.spec\.ts|tools\/.*\.spec\.mjs)$/.test(file),
      )
      .filter((file) => !isLater(file))
      .sort()
      .map((path) => ({ project: top === 'tools' ? top : path.slice(0, path.indexOf('/src/')), path })),
  );

/** @typedef {{ project: string, files: string[], seconds: number }} Bundle */

/**
 * Which specs Jest gets together: those of one project, since loading its modules for each file costs more than most
 * files themselves. `apart` are those that must be by themselves, by their content or as `isLong` says.
 * @param {{ project: string, path: string }[]} all
 * @param {(path: string) => string} read
 * @param {(path: string) => boolean} isLong
 */
export const bundlesOf = (all, read, isLong) => {
  /** @type {string[]} */
  const apart = [];
  /** @type {Bundle[]} */
  const bundles = [];
  for (const { project, path } of all) {
    if (isLong(path) || isOwn(read(path))) {
      apart.push(path);
      continue;
    }
    let bundle = bundles.findLast((each) => each.project === project);
    if (!bundle || bundle.seconds >= full) bundles.push((bundle = { project, files: [], seconds: 0 }));
    bundle.files.push(path);
    bundle.seconds += secondsOf(path);
  }
  return { apart, bundles };
};

/**
 * Writes a file for each bundle into the directory, whose name says how long it takes; answers which specs are not
 * in one.
 * @param {string} directory
 * @param {(path: string) => boolean} isLong
 */
export const writeBundles = (directory, isLong) => {
  const { apart, bundles } = bundlesOf(specs(), (path) => readFileSync(join(checkout, path), 'utf8'), isLong);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  bundles.forEach(({ project, files, seconds }, at) => {
    const lines = files.map((path) => `await import(${JSON.stringify(join(checkout, path))});\n`);
    const taken = Math.ceil(seconds * (slow.test(project) ? slower : 1));
    const name = `bundle-${taken}s-${project.replaceAll('/', '-')}-${at}.spec.mjs`;
    writeFileSync(join(directory, name), lines.join(''));
  });
  return apart;
};
