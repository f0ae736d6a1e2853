import { parsed } from '../system/private-files.mjs';

/** What makes a new session of a role write its statements to the log, as warnings: the log keeps those. */
export const explainSettings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'warning',
  'auto_explain.log_settings': 'on',
};

/** A value as the log shows it: NULL, or a quoted text in which quotes are doubled. @param {string} shown */
const parameter = (shown) => (shown === 'NULL' ? null : shown.slice(1, -1).replaceAll("''", "'"));

/** The values of `$1 = 'a', $2 = NULL`. */
const valuesOf = (shown = '') =>
  [...shown.matchAll(/\$\d+ = (NULL|'(?:[^']|'')*')/g)].map(([, each]) => parameter(each));

/**
 * The texts of the plans in the log: what follows the line that announces one, indented by a tab.
 * @param {string[]} lines
 */
const planTexts = (lines) => {
  /** @type {string[]} */
  const plans = [];
  let open = false;
  for (const line of lines) {
    if (/^WARNING: {2}duration: [\d.]+ ms {2}plan:$/.test(line)) {
      plans.push('');
      open = true;
    } else if (open && line.startsWith('\t')) plans[plans.length - 1] += `${line.slice(1)}\n`;
    else open = false;
  }
  return plans;
};

/** @typedef {Record<'Query Text' | 'Query Parameters', string> & { Settings?: Record<string, string> }} Plan */

/**
 * The statements that read, in the database's log with the settings above, in their order: `{ text, values, settings
 * }`. `settings` are those of the session that the planner looks at.
 * @param {string[]} lines
 */
export const statementsOf = (lines) =>
  planTexts(lines)
    .map((text) => /** @type {Plan} */ (parsed(text)))
    .map((plan) => ({
      text: plan['Query Text'],
      values: valuesOf(plan['Query Parameters']),
      settings: plan.Settings ?? {},
    }))
    .filter(({ text }) => /^\s*(select|with)\b/i.test(text));
