import { statementsOf } from './statements.mjs';

const at = '2026-11-20 08:00:00.123 UTC';
const user = 'holdfast_identity';

describe('the statements in the log of the database', () => {
  it('are those of one user, in their order, with their values', () => {
    const lines = [
      `${at} [7] ${user}@holdfast LOG:  execute <unnamed>: SELECT * FROM account WHERE id = $1 AND x = $2 AND y = $3`,
      `${at} [8] other@holdfast LOG:  statement: select 1`,
      `${at} [7] ${user}@holdfast DETAIL:  Parameters: $1 = 'O''Brien, $9', $2 = NULL, $3 = '{a,b}'`,
      `${at} [7] ${user}@holdfast LOG:  statement: select 2`,
    ];
    expect(statementsOf(lines, user)).toEqual([
      {
        text: 'SELECT * FROM account WHERE id = $1 AND x = $2 AND y = $3',
        values: ["O'Brien, $9", null, '{a,b}'],
      },
      { text: 'select 2', values: [] },
    ]);
  });

  it('go over several lines, and are told apart by connection', () => {
    const lines = [
      `${at} [7] ${user}@holdfast LOG:  execute <unnamed>: select a`,
      `\tfrom t where a = $1`,
      `${at} [9] ${user}@holdfast LOG:  execute <unnamed>: select b from t where b = $1`,
      `${at} [7] ${user}@holdfast DETAIL:  Parameters: $1 = 'one'`,
      `${at} [9] ${user}@holdfast DETAIL:  Parameters: $1 = 'two'`,
    ];
    expect(statementsOf(lines, user)).toEqual([
      { text: 'select a\nfrom t where a = $1', values: ['one'] },
      { text: 'select b from t where b = $1', values: ['two'] },
    ]);
  });

  it('leave out the control of transactions', () => {
    const lines = [
      `${at} [7] ${user}@holdfast LOG:  statement: START TRANSACTION`,
      `${at} [7] ${user}@holdfast LOG:  statement: COMMIT`,
    ];
    expect(statementsOf(lines, user)).toEqual([]);
  });
});
