import { jest } from '@jest/globals';
import pg from 'pg';
import type { DataSource } from 'typeorm';

interface Asked {
  text: string;
  values?: unknown[];
}

interface Node {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

const rowsOf = ({ Plans = [], ...node }: Node): number =>
  (node['Relation Name'] === undefined
    ? 0
    : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']) +
  Plans.reduce((sum, plan) => sum + rowsOf(plan), 0);

/** How many rows the database looks at for what a call asks it; what is changed is not counted. */
export const rowsRead = async (source: DataSource, call: () => Promise<unknown>): Promise<number> => {
  const query = jest.spyOn(pg.Client.prototype, 'query');
  const asked: Asked[] = [];
  try {
    await call();
    for (const [first, second] of query.mock.calls as unknown as [string | Asked, unknown[]][])
      asked.push(typeof first === 'string' ? { text: first, values: second } : first);
  } finally {
    query.mockRestore();
  }
  let rows = 0;
  for (const { text, values } of asked.filter(({ text }) => /^\s*select/i.test(text))) {
    const [plan] = await source.query<[{ 'QUERY PLAN': [{ Plan: Node }] }]>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    rows += rowsOf(plan['QUERY PLAN'][0].Plan);
  }
  return rows;
};
