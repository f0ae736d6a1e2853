/** @apart Ends every part, again and again. */
import { join } from 'node:path';
import { Brancher } from '../../clients/git-writers.js';
import { describeHg, hg, HgCopy } from '../../clients/hg.js';
import { HgPusher } from '../../clients/hg-writers.js';
import { killAmid, manyKills, seriesPatience, victims } from '../../clients/kill-series.js';
import { SshClient } from '../../clients/ssh.js';
import { WitnessedRepository } from '../../clients/witnessed-repository.js';
import { scratch } from '../../scratch.js';

describeHg('Mercurial', () => {
  it(
    'loses nothing that was acknowledged over any door while parts are killed at random',
    async () => {
      const witnessed = await WitnessedRepository.make('mercurial');
      const { admin, repository, url, sshUrl } = witnessed;
      const copy = await HgCopy.make(join(await scratch(), 'copy'));
      const root = await copy.commit('a', 'a');
      await copy.must('push', '-q', url);
      const ssh = ['--ssh', ['ssh', ...(await SshClient.of(admin)).options].join(' ')];
      const pushers = [
        await HgPusher.make('http', copy, url),
        await HgPusher.make('http-too', copy, url),
        await HgPusher.make('ssh', copy, sshUrl, ssh),
      ];
      const brancher = new Brancher(admin, repository, root);
      const dying = victims('resident hg', 'byte process', 'hg of a conversation', 'repository');
      await killAmid(dying, { writers: pushers, beside: [brancher] }, manyKills);

      const clone = new HgCopy(join(await scratch(), 'clone'));
      await copy.must('clone', '-q', '--stream', url, clone.directory);
      const branches = await witnessed.names('branches');
      const bookmarks = await witnessed.names('bookmarks');
      for (const { branch, acknowledged } of pushers) {
        expect(branches[branch]).toBe(bookmarks[`mark-${branch}`]);
        const history = await clone.must('log', '-r', `branch(${branch})`, '-T', '{node}\\n');
        expect(history.split('\n')).toEqual(expect.arrayContaining(acknowledged));
      }
      brancher.check(Object.keys(branches));
      for (const directory of [clone.directory, witnessed.stored]) {
        const { status, output } = await hg(directory, 'verify');
        expect([status, output]).toEqual([0, expect.not.stringMatching(/warning|damaged|error|abandoned/)]);
      }
      await witnessed.mustTell({
        ...prefixed('refs/heads/', branches),
        ...prefixed('refs/bookmarks/', bookmarks),
      });
      await witnessed.end();
    },
    seriesPatience,
  );
});

const prefixed = (prefix: string, names: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(names).map(([id, commit]) => [prefix + id, commit]));
