/** A mistake in the command line, told in one line. */
export class UsageError extends Error {}

export interface Arguments {
  positionals: string[];
  /** Values of options by name, without the hyphens; `true` for flags. */
  options: Record<string, string | true>;
}

/** Reads `--name value`, `--name=value` and `--flag`; everything after `--` is positional. */
export const parseArguments = (
  given: readonly string[],
  known: Readonly<Record<string, 'value' | 'flag'>>,
): Arguments => {
  const positionals: string[] = [];
  const options: Arguments['options'] = {};
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
  return { positionals, options };
};
