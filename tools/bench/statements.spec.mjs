import { statementsOf } from './statements.mjs';

/** @param {object} more */
const plan = (more) => [
  'WARNING:  duration: 0.034 ms  plan:',
  ...JSON.stringify({ ...more, Plan: { 'Node Type': 'Result' } }, null, 2)
    .split('\n')
    .map((line) => `\t${line}`),
];

describe('the statements in the log of the database', () => {
  it('are in their order, with their values and the settings of their session', () => {
    const lines = [
      ...plan({
        'Query Text': 'SELECT * FROM account\nWHERE id = $1 AND x = $2 AND y = $3',
        Settings: { random_page_cost: '1.1' },
        'Query Parameters': "$1 = 'O''Brien, $9', $2 = NULL, $3 = '{a,b}'",
      }),
      ...plan({ 'Query Text': 'with a as (select 1) select * from a' }),
    ];
    expect(statementsOf(lines)).toEqual([
      {
        text: 'SELECT * FROM account\nWHERE id = $1 AND x = $2 AND y = $3',
        values: ["O'Brien, $9", null, '{a,b}'],
        settings: { random_page_cost: '1.1' },
      },
      { text: 'with a as (select 1) select * from a', values: [], settings: {} },
    ]);
  });

  it('leave out what writes, and other lines of the log', () => {
    const lines = [
      'FATAL:  terminating connection due to administrator command',
      '\tof something',
      ...plan({ 'Query Text': 'update session set last_used_at = now()' }),
      'DETAIL:  nothing',
    ];
    expect(statementsOf(lines)).toEqual([]);
  });
});
