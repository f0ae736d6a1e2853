import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@holdfast/contracts';
import { checkout } from './paths.mjs';

const {
  allDomainEvents,
  allEvents,
  allOperations,
  artifactFeed,
  brokerUserNames,
  identityFeed,
  recorderOf,
  repositoryFeed,
  rightsOf,
} = contracts;

/** What stands in the sources of an app, tests and what they stand on left out. @param {string} app */
const sourcesOf = (app) => {
  const directory = join(checkout, 'apps', app, 'src');
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(?:spec|fixture)\.ts$|^testing\//.test(file))
    .map((file) => readFileSync(join(directory, file), 'utf8'))
    .join('\n');
};

/**
 * What the contracts export under the names, the second within the first.
 * @param {string[]} names
 * @returns {unknown}
 */
const exported = (...names) =>
  names.reduce(
    (/** @type {unknown} */ found, name) =>
      typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined,
    contracts,
  );

/** @param {unknown} subject */
const isSubject = (subject) => typeof subject === 'string';

/** @param {string} text @param {RegExp} pattern */
const mentioned = (text, pattern) => [
  ...new Set([...text.matchAll(pattern)].map(([, ...words]) => words.join(' '))),
];

describe.each(brokerUserNames)('what the sources of %s name', (part) => {
  const text = sourcesOf(part);
  const { asks, serves, tells, hears } = rightsOf(part);
  const permitted = new Set([...asks, ...serves].map((subject) => subject.replace(/\.\*$/, '')));

  it('are calls that it may ask or serves', () => {
    const subjects = mentioned(text, /\b([a-zA-Z]+Calls)\.([a-zA-Z]+)\b/g)
      .map((names) => exported(...names.split(' ')))
      .filter(isSubject);
    expect(subjects.filter((subject) => !permitted.has(subject))).toEqual([]);
  });

  it('are operations that it serves, and those of all services for the gateway alone', () => {
    const { subject: refused } = allOperations.find(({ subject }) => !permitted.has(subject)) ?? {};
    if (part === 'gateway') expect(refused).toBeUndefined();
    else expect(mentioned(text, /\b([a-z]+Operations)\.([a-zA-Z]+)\.subject\b/gi)).toEqual([]);
  });

  it('are events that it may tell or hear', () => {
    /** @param {RegExp} pattern */
    const words = (pattern) => mentioned(text, pattern).map((name) => exported(name));
    /** @param {RegExp} pattern */
    const events = (pattern) =>
      words(pattern)
        .filter(isSubject)
        .filter((each) => allEvents.some(({ subject }) => subject === each));
    const told = events(/\.(?:publish|tell)\(\s*([a-zA-Z]+)/g);
    const named = words(/\b([a-z]+Feed)\b/g);
    const feeds = [artifactFeed, identityFeed, repositoryFeed]
      .filter((feed) => named.includes(feed))
      .flatMap(({ pulse, events: subjects }) => [pulse, ...subjects]);
    const heard = events(/\.on(?:<[A-Za-z]+>)?\(\s*([a-zA-Z]+)/g);
    expect(told.filter((subject) => !tells.includes(subject))).toEqual([]);
    expect(heard.filter((subject) => !hears.includes(subject))).toEqual([]);
    expect(feeds.filter((subject) => ![...tells, ...hears].includes(subject))).toEqual([]);
  });

  it('are durable events that it records, and all that is declared to be heard by it', () => {
    /** @param {string} name */
    const contractOf = (name) => allDomainEvents.find((event) => event === exported(name));
    const recorded = mentioned(text, /\b(?:record\(\s*tx,\s*ctx,|occurrence\()\s*([a-zA-Z]+)/g);
    expect(
      recorded.filter((name) => recorderOf(contractOf(name) ?? { subject: 'fact.nobody.a.b.v1' }) !== part),
    ).toEqual([]);
    const heard = mentioned(text, /@Hears\(\s*([a-zA-Z]+),\s*\{\s*durable:\s*'([a-z0-9]+)'/g);
    const declared = allDomainEvents.flatMap((event) =>
      event.heard
        .filter(({ service }) => service === part)
        .map(({ durable }) => `${event.subject} ${durable}`),
    );
    const hearing = heard.map((words) => {
      const [name, durable] = words.split(' ');
      return `${contractOf(name)?.subject} ${durable}`;
    });
    expect(hearing.sort()).toEqual(declared.sort());
  });
});
