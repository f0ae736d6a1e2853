import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { access } from '../system.js';
import { runExamples } from '../examples/walk.js';

/** Where the examples of the reference pages stand. */
const file = join(import.meta.dirname, '../../../docs/reference/examples.json');

describe('the examples of the reference', () => {
  it('are what the installation answers today, one for every operation', async () => {
    const made = await runExamples();
    const document = (await (await fetch(`${access.api_url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const operations = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    const walked = Object.keys(made).map((id) => id.replace('.', '_'));
    expect(walked.sort()).toEqual(operations.sort());
    const text = `${JSON.stringify(made, null, 2)}\n`;
    if (process.env.HOLDFAST_WRITE_EXAMPLES === 'true') writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });
});
