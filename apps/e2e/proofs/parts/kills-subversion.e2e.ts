/** @apart Ends every part, again and again. */
import { Brancher } from '../../clients/git-writers.js';
import { killAmid, manyKills, seriesPatience, victims } from '../../clients/kill-series.js';
import { SshClient } from '../../clients/ssh.js';
import { hasSvn, runSvn, SvnClient } from '../../clients/svn.js';
import { SvnCommitter } from '../../clients/svn-writers.js';
import { WitnessedRepository } from '../../clients/witnessed-repository.js';

// Where setup could not obtain the programs: `tools/test` counts it as skipped, and CI takes that for a failure.
(hasSvn ? it : it.skip)(
  'Subversion loses nothing that was acknowledged over any door while parts are killed at random',
  async () => {
    const witnessed = await WitnessedRepository.make('subversion', { layout: true });
    const { admin, repository, sshUrl, stored } = witnessed;
    const { port } = new URL(sshUrl);
    const machine = await SshClient.of(admin);
    // The stock client hands a port of the address on as a part of the name.
    const secure = `${sshUrl.replace(`:${port}/`, '/')}/trunk`;
    const committers = [
      await SvnCommitter.make(await SvnClient.of(admin), `${repository.url}/trunk`),
      await SvnCommitter.make(await SvnClient.of(admin), `${repository.url}/trunk`),
      await SvnCommitter.make(await SvnClient.overSsh(machine, port), secure),
    ];
    const brancher = new Brancher(admin, repository, '1', false);
    const dying = victims('apache', 'byte process', 'svnserve', 'repository');
    await killAmid(dying, { writers: committers, beside: [brancher] }, manyKills);

    const client = await SvnClient.of(admin);
    for (const { revision, path, content } of committers.flatMap(({ acknowledged }) => acknowledged)) {
      const at = `${repository.url}/trunk/${path}@${revision}`;
      expect(await client.must(['cat', '-r', revision, at])).toBe(content);
      expect(await client.must(['log', '-q', '-r', revision, repository.url])).toContain(`| ${admin.id} |`);
    }
    brancher.check(Object.keys(await witnessed.names('branches')));
    const verified = await runSvn('svnadmin', ['verify', '-q', stored]);
    expect([verified.status, verified.output]).toEqual([0, '']);
    // Each revision but the first, which is the layout, is told once.
    const youngest = Number((await runSvn('svnlook', ['youngest', stored])).stdout);
    const revisions = Array.from({ length: youngest - 1 }, (_, at) => at + 2);
    const told = (await witnessed.toldOf(revisions.length)).map(Number);
    expect(told.sort((one, other) => one - other)).toEqual(revisions);
    await witnessed.end();
  },
  seriesPatience,
);
