import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { authorization } from '../clients/api.js';
import { run } from '../clients/program.js';
import { furnishedCompany } from '../contract/furnished-company.js';
import { scratch } from '../scratch.js';
import { access, clientPrograms } from '../system.js';

const program = join(clientPrograms, 'schemathesis');

/** `tools/test fuzz`: so many requests are made up for each operation, and all that come from what schemas say. */
const long = Number(process.env.HOLDFAST_TEST_FUZZ ?? 0);
const [phases, examples] = long ? ['coverage,fuzzing', long] : ['fuzzing', 2];

/** Milliseconds. */
const patience = 500_000 + long * 60_000;

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'response_headers_conformance',
].join();

// A second fuzzer, which knows nothing of ours but the served document. Sessions are left alone: they are its keys.
(existsSync(program) ? describe : describe.skip)('schemathesis', () => {
  it(
    'finds no answer that the contract does not describe, and no fault',
    async () => {
      const { admin } = await furnishedCompany();
      const { status, output } = await run(
        'python3',
        [
          ...['-m', 'schemathesis.cli', 'run', `${access.api_url}/openapi.json`, '--no-color'],
          ...['--header', `Authorization: ${authorization(admin.keys)}`],
          ...['--checks', checks, '--phases', phases, '--max-examples', String(examples), '--seed', '1'],
          ...['--exclude-path-regex', 'account/sessions|password_recover', '--exclude-method', 'DELETE'],
          // The product's own deadlines are shorter; a busy machine is slow.
          ...['--generation-database', 'none', '--request-timeout', '60'],
        ],
        { cwd: await scratch(), env: { PYTHONPATH: program }, timeout: patience },
      );
      if (status !== 0) throw new Error(output.slice(-8000));
      const [, selected, tested] = /Selected: (\d+)\/\d+\s+Tested: (\d+)/.exec(output) ?? [];
      expect([Number(selected) > 90, tested]).toEqual([true, selected]);
      const [, generated] = /(\d+) generated, \1 passed/.exec(output) ?? [];
      expect(Number(generated)).toBeGreaterThan(Number(selected) * (long ? 50 : 1));
    },
    patience + 20_000,
  );
});
