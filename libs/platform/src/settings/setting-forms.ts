import { isAbsolute } from 'node:path';
import { isServerAddress, networkOf } from '@holdfast/kernel';
import type { SettingForm } from './settings.js';

/** Any text, as it is. */
export const text: SettingForm<string> = { wants: 'a text', read: (given) => given };

/** A text that the pattern matches whole. */
export const matching = (pattern: RegExp, wants: string): SettingForm<string> => ({
  wants,
  read: (given) => (pattern.test(given) ? given : undefined),
});

export const oneOf = <T extends string>(...values: readonly T[]): SettingForm<T> => ({
  wants: `one of ${values.join(', ')}`,
  read: (given) => values.find((value) => value === given),
});

/** What the logger of all processes knows. */
export const logLevel = oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent');

export const flag: SettingForm<boolean> = {
  wants: 'true or false',
  read: (given) => (given === 'true' ? true : given === 'false' ? false : undefined),
};

/** Decimal digits, without a sign. */
export const wholeNumber = (from: number, to = 999_999_999): SettingForm<number> => ({
  wants: `a whole number from ${from} to ${to}`,
  read: (given) => {
    const value = /^\d{1,15}$/.test(given) ? Number(given) : NaN;
    return value >= from && value <= to ? value : undefined;
  },
});

export const port = wholeNumber(0, 65_535);

const units = new Map(Object.entries({ '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 }));

/** A number of bytes: `1500`, `64M`. */
export const bytes = (least = 1): SettingForm<number> => ({
  wants: `a number of bytes, or one with K, M, G or T, not below ${least}`,
  read: (given) => {
    const [, digits, letter = ''] = /^(\d{1,12})([KMGT]?)$/.exec(given) ?? [];
    const value = Number(digits) * (units.get(letter) ?? NaN);
    return value >= least ? value : undefined;
  },
});

export const absoluteDirectory: SettingForm<string> = {
  wants: 'an absolute directory',
  read: (given) => (isAbsolute(given) ? given : undefined),
};

/** One whose path stands in the settings of other programs, which read more in these characters. */
export const plainDirectory: SettingForm<string> = {
  wants: 'an absolute directory, without ", $, backslashes and control characters',
  read: (given) => (isAbsolute(given) && !/["$\\\p{Cc}]/u.test(given) ? given : undefined),
};

/** The address of a site, without slashes at its end. */
export const siteAddress: SettingForm<string> = {
  wants: 'an address such as https://code.example.org',
  read: (given) => (URL.canParse(given) ? given.replace(/\/+$/, '') : undefined),
};

/** The address of a server that answers by HTTP, without who asks and what. */
export const collectorAddress: SettingForm<string> = {
  wants: 'an address such as http://collector:4318, without user, question and fragment',
  read: (given) => {
    const url = URL.canParse(given) ? new URL(given) : undefined;
    const isPlain = url && url.username + url.password + url.search + url.hash === '';
    return isPlain && /^https?:$/.test(url.protocol) ? given : undefined;
  },
};

/** The address of a server that answers by HTTP, and nothing else. */
export const serverAddress: SettingForm<string> = {
  wants: 'the address of a server, such as https://s3.example.org',
  read: (given) => (isServerAddress(given) ? new URL(given).origin : undefined),
};

/** A part of a whole, in decimals. */
export const fraction: SettingForm<number> = {
  wants: 'a number from 0 to 1, such as 0.05',
  read: (given) => (/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(given) ? Number(given) : undefined),
};

/** Networks (`10.0.0.0/8`) between which there are commas, spaces or line ends. */
export const networks: SettingForm<string[]> = {
  wants: 'networks such as 10.0.0.0/8 with commas between them',
  read: (given) => {
    const found = given.split(/[\s,]+/).filter(Boolean);
    return found.every((each) => networkOf(each)) ? found : undefined;
  },
};

/** Words between which there are commas, spaces or line ends. */
export const words: SettingForm<string[]> = {
  wants: 'words with commas between them',
  read: (given) => given.split(/[\s,]+/).filter(Boolean),
};
