import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeHg } from '../clients/hg.js';
import { HgImports } from '../clients/hg-imports.js';
import { makeHgHistory } from '../clients/made-hg-history.js';
import { makeSvnHistory } from '../clients/made-svn-history.js';
import { hasSvn } from '../clients/svn.js';
import { SvnImports } from '../clients/svn-imports.js';
import { timed } from '../clients/timed.js';
import { scratch } from '../scratch.js';

/** Directories of repositories of this machine, of both kinds; `tools/test imports` names them. */
const given = (process.env.HOLDFAST_TEST_IMPORTS ?? '').split('\n').filter(Boolean);
const made = 'one in which everything happens';
const seed = Number(process.env.HOLDFAST_TEST_SEED ?? 4);
/** Revisions of what is made: more than come in one step of an import of Mercurial. */
const many = 2_400;
/** For one repository, of which there may be tens of thousands (ms). */
const patience = 6 * 3_600_000;

const isHg = (path: string): boolean => existsSync(join(path, '.hg'));
const isSvn = (path: string): boolean => existsSync(join(path, 'format')) && existsSync(join(path, 'db'));
const wrong = given.filter((path) => !isHg(path) && !isSvn(path));
if (wrong.length > 0) throw new Error(`no repository of Mercurial or Subversion: ${wrong.join(', ')}`);
const origins = (is: (path: string) => boolean): string[] => (given.length > 0 ? given.filter(is) : [made]);

describeHg('An imported repository of Mercurial', () => {
  for (const origin of origins(isHg))
    it(
      `is in every revision what it was, over both doors and by the API: ${origin}`,
      async () => {
        const source = origin === made ? join(await scratch(), 'source') : origin;
        if (origin === made) await timed('made', () => makeHgHistory(source, seed, many));
        const imports = await HgImports.of(source, seed);
        await imports.fromFile();
        await imports.fromAddress();
      },
      patience,
    );
});

(hasSvn ? describe : describe.skip)('An imported repository of Subversion', () => {
  for (const origin of origins(isSvn))
    it(
      `is in every revision what it was, over both doors and by the API: ${origin}`,
      async () => {
        const source = origin === made ? join(await scratch(), 'made', 'repository') : origin;
        if (origin === made) await timed('made', () => makeSvnHistory(source, seed, many));
        await (await SvnImports.of(source, seed)).both();
      },
      patience,
    );
});
