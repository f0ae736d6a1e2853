import { sortInSteps, stepLength } from '@holdfast/kernel';
import { compareParsed, compareText, parsedVersion, type ParsedVersion } from './comparable-version.js';

/** The engine's own order of texts is that of `compareText`, and a few thousand cost a millisecond. */
function* sortByLetters(versions: readonly string[]): Generator<void, string[]> {
  return versions.length <= 4096 ? [...versions].sort() : yield* sortInSteps(versions, compareText);
}

/** The most tokens of all versions that are sorted: some 100 MB where they are hostile. */
const mostTokens = 6_000_000;

/**
 * Versions in ascending order; those that Maven holds to be the same (1 and 1.0) by their letters. A step takes some
 * milliseconds at most. `most`: tokens of all together. Where there would be more, to which only hostile versions come,
 * the longest of them stand before all others, by their letters.
 */
export function* sortVersions(versions: readonly string[], most = mostTokens): Generator<void, string[]> {
  const byLetters = yield* sortByLetters(versions);
  for (let longest = Infinity; ; longest = longest === Infinity ? 128 : longest / 2) {
    const sorted = yield* sortShort(byLetters, longest, most);
    if (sorted) return sorted;
  }
}

/** Those with more than so many letters are not taken apart. Undefined: the others have too many tokens. */
function* sortShort(
  versions: readonly string[],
  longest: number,
  most: number,
): Generator<void, string[] | undefined> {
  const parsed: ParsedVersion[] = [];
  const long: string[] = [];
  let tokens = 0;
  for (const [at, version] of versions.entries()) {
    if (at > 0 && at % stepLength === 0) yield;
    if (version.length > longest) long.push(version);
    else tokens += parsed[parsed.push(parsedVersion(version)) - 1].tokens.length;
    if (tokens > most && longest > 1) return undefined;
  }
  const sorted = yield* sortInSteps(parsed, compareParsed);
  return [...long, ...sorted.map(({ version }) => version)];
}
