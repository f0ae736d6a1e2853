/** What a setting may be. */
export interface SettingForm<T> {
  /** In words that follow `must be`: `a port from 1 to 65535`. */
  wants: string;
  /** The value of a text that is not empty; undefined: it is not what is wanted. */
  read: (text: string) => T | undefined;
}

/** The settings of a process, out of its environment. An empty variable counts as unset. */
export class Settings {
  constructor(private readonly environment: Readonly<Record<string, string | undefined>>) {}

  /** @throws Error where it is not set, or not what is wanted: it names the variable, and never says its value */
  required<T>(name: string, form: SettingForm<T>): T {
    const value = this.optional(name, form);
    if (value === undefined) throw new Error(`${name} is not set: it must be ${form.wants}`);
    return value;
  }

  /** @throws Error where it is set, and not what is wanted: nobody must run with another setting than was meant */
  optional<T>(name: string, form: SettingForm<T>): T | undefined;
  optional<T>(name: string, form: SettingForm<T>, fallback: T): T;
  optional<T>(name: string, { wants, read }: SettingForm<T>, fallback?: T): T | undefined {
    const text = this.environment[name];
    if (!text) return fallback;
    const value = read(text);
    if (value === undefined) throw new Error(`${name} must be ${wants}`);
    return value;
  }
}
