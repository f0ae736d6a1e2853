/** A mistake in the command line, told in one line. */
export class UsageError extends Error {}

/** The options of a command, by their names without the hyphens. */
export type KnownOptions = Readonly<Record<string, 'value' | 'flag'>>;

export interface Arguments<Known extends KnownOptions> {
  positionals: string[];
  /** Values of options by name; `true` for flags. */
  options: { [Name in keyof Known]?: Known[Name] extends 'value' ? string : true };
}

/** Reads `--name value`, `--name=value` and `--flag`; everything after `--` is positional. */
export const parseArguments = <Known extends KnownOptions>(
  given: readonly string[],
  known: Known,
): Arguments<Known> => {
  const positionals: string[] = [];
  const options: Record<string, string | true> = {};
  const left = [...given];
  for (let each = left.shift(); each !== undefined; each = left.shift()) {
    if (each === '--') positionals.push(...left.splice(0));
    else if (!each.startsWith('--')) positionals.push(each);
    else {
      const [, name, inline] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(each) ?? [];
      const kind = Object.hasOwn(known, name) ? known[name] : undefined;
      if (!kind) throw new UsageError(`unknown option --${name}`);
      if (kind === 'flag') {
        if (inline !== undefined) throw new UsageError(`--${name} takes no value`);
        options[name] = true;
      } else {
        const value = inline ?? left.shift();
        if (value === undefined) throw new UsageError(`--${name} needs a value`);
        options[name] = value;
      }
    }
  }
  // Each was read as `known` says.
  return { positionals, options: options as Arguments<Known>['options'] };
};
