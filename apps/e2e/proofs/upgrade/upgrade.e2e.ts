import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { earlierCode, toolsDirectory } from '../../system.js';
import { Installation } from '../../clients/tree-installation.js';
import { companies, deactivated, idsLikeUuids, keys, logins, roles } from './people.kept.js';
import { artifacts, events, gitRepositories } from './repositories.kept.js';
import type { Present } from './kept.js';

/** All that an upgrade must keep; whoever changes how something is stored adds what could be lost. */
const kept = [
  ...[logins(), keys(), roles(), deactivated(), companies(), idsLikeUuids()],
  ...[gitRepositories(), artifacts('maven'), artifacts('ivy'), events()],
];

const presentCode = join(toolsDirectory, '..');

(existsSync(earlierCode) ? describe : describe.skip)(
  'An installation that earlier code has made, started by the present code,',
  () => {
    let present: Present;

    beforeAll(async () => {
      const installation = await Installation.make();
      await installation.command(earlierCode, 'up', '--detach');
      try {
        present = { installation, tree: earlierCode, admin: await installation.login() };
        for (const { made } of kept) await made(present);
      } finally {
        await installation.command(earlierCode, 'down');
      }
      present.tree = presentCode;
      await installation.command(presentCode, 'up', '--detach');
    }, 600_000);

    afterAll(() => present?.installation.command(presentCode, 'down'), 100_000);

    it.each(kept)('$what', ({ holds }) => holds(present));
  },
);
